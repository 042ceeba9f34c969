pluginManagement {
    repositories { mavenCentral() }
}

dependencyResolutionManagement {
    repositoriesMode.set(RepositoriesMode.FAIL_ON_PROJECT_REPOS)
    repositories { mavenCentral() }
}

rootProject.name = "gmnn"
include("gmnn-bom", "gmnn-core", "gmnn-baselines", "gmnn-adapters", "gmnn-cli", "gmnn-examples", "gmnn-spark", "gmnn-lab")
