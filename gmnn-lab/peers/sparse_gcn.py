#!/usr/bin/env python3
"""Training steps of a two-layer graph convolutional network in PyTorch, on the CPU: the peer.

As fast as we can make PyTorch go. Every sparse product is one call of the kernel behind
embedding_bag, several times as fast as torch.sparse.mm, with the transposed matrices made
beforehand. Dropout at a rate of a half takes eight coins from each random byte and acts on the
non-zeros alone. The first layer of p multiplies by the adjacency first or last, whichever is faster
here. A PyTorch linked with the reference BLAS, as a bare Debian has it, is said to be one: its dense
products take ten times as long as OpenBLAS's. "dense" is the original's step for comparison: features dense, dropout on all of them.

Loads a graph and then answers requests on standard input, so that its turns can alternate with
those of others: "NETWORK THREADS MILLISECONDS" is answered by the milliseconds of every step that
was made in that time.
"""
import argparse
import pathlib
import sys
import time

import torch
import torch.nn.functional as F

SIZES = {
    "cora": (2708, 7, 5278, 1433, 18),
    "citeseer": (3327, 6, 4552, 3703, 32),
    "pubmed": (19717, 3, 44324, 500, 50),
}


def read_graph(name, data):
    """Edges and features of a public set, drawn at random where the set is not at hand."""
    nodes, classes, edge_count, words, words_per_node = SIZES[name]
    torch.manual_seed(1)
    folder = pathlib.Path(data) / name
    if (folder / "net.txt").exists():
        index = {}
        edges = set()
        for line in (folder / "net.txt").read_text().splitlines():
            u, v = (index.setdefault(key, len(index)) for key in line.split("\t")[:2])
            if u != v:
                edges.update(((u, v), (v, u)))
        for line in (folder / "label.txt").read_text().splitlines():
            index.setdefault(line.split("\t")[0], len(index))
        edges = torch.tensor(sorted(edges)).t()
    else:
        index = {}
        edges = torch.randint(nodes, (2, edge_count))
        edges = torch.cat([edges, edges.flip(0)], 1)
    if (folder / "feature.txt").exists():
        pairs = []
        columns = {}
        for line in (folder / "feature.txt").read_text().splitlines():
            key, _, rest = line.partition("\t")
            row = index.setdefault(key, len(index))
            pairs += [
                (row, columns.setdefault(item.split(":")[0], len(columns))) for item in rest.split()
            ]
        features = torch.tensor(pairs).t()
        words = max(words, len(columns))
    else:
        chosen = torch.rand(nodes, words).topk(words_per_node).indices
        rows = torch.arange(nodes).repeat_interleave(words_per_node)
        features = torch.stack([rows, chosen.reshape(-1)])
    return max(nodes, len(index)), classes, words, edges, features


COINS = 2 * ((torch.arange(256).unsqueeze(1) >> torch.arange(8)) & 1).float()


def halved(values):
    """Drops half of some values and doubles the others."""
    count = values.numel()
    drawn = torch.empty((count + 7) // 8, dtype=torch.int64).random_(256)
    return values * COINS.index_select(0, drawn).view(-1)[:count].view(values.shape)


class Pattern:
    """Where a sparse matrix has its non-zeros: by rows, and by columns for its transpose."""

    def __init__(self, rows, columns, shape):
        self.pointers, self.columns = self.compressed(rows, columns, shape)
        self.order = torch.argsort(columns * shape[0] + rows)
        self.back = self.compressed(columns[self.order], rows[self.order], shape[::-1])

    @staticmethod
    def compressed(rows, columns, shape):
        counts = torch.bincount(rows, minlength=shape[0])
        return torch.cumsum(counts, 0) - counts, columns.contiguous()

    @staticmethod
    def product(pointers, columns, values, dense):
        return F.embedding_bag(columns, dense, pointers, mode="sum", per_sample_weights=values)


class Product(torch.autograd.Function):
    """A sparse matrix times a dense one, with the gradient of the dense one alone."""

    @staticmethod
    def forward(ctx, dense, pattern, values):
        ctx.pattern, ctx.values = pattern, values
        return Pattern.product(pattern.pointers, pattern.columns, values, dense)

    @staticmethod
    def backward(ctx, gradient):
        values = ctx.values.index_select(0, ctx.pattern.order)
        return Pattern.product(*ctx.pattern.back, values, gradient.contiguous()), None, None


class SymmetricProduct(torch.autograd.Function):
    """A symmetric sparse matrix times a dense one."""

    @staticmethod
    def forward(ctx, dense, pattern, values):
        ctx.pattern, ctx.values = pattern, values
        return Pattern.product(pattern.pointers, pattern.columns, values, dense.contiguous())

    @staticmethod
    def backward(ctx, gradient):
        product = Pattern.product(
            ctx.pattern.pointers, ctx.pattern.columns, ctx.values, gradient.contiguous()
        )
        return product, None, None


class Adjacency:
    """D^-1/2 (A + I) D^-1/2."""

    def __init__(self, edges, nodes):
        loops = torch.arange(nodes).repeat(2, 1)
        rows, columns = torch.unique(torch.cat([edges, loops], 1), dim=1)
        degrees = torch.bincount(rows, minlength=nodes).float()
        self.pattern = Pattern(rows, columns, (nodes, nodes))
        self.values = (degrees[rows] * degrees[columns]).rsqrt()

    def times(self, dense):
        return SymmetricProduct.apply(dense, self.pattern, self.values)


def row_weights(features, nodes):
    return 1 / torch.bincount(features[0], minlength=nodes).float()[features[0]]


class SparseWords:
    """Convolves features of which few are there."""

    def __init__(self, adjacency, features, nodes, words):
        rows, columns = torch.unique(features, dim=1)
        self.adjacency = adjacency
        self.values = row_weights(torch.stack([rows, columns]), nodes)
        self.pattern = Pattern(rows, columns, (nodes, words))

    def convolved(self, weights):
        product = Product.apply(weights, self.pattern, halved(self.values))
        return self.adjacency.times(product)


class DenseWords:
    """Convolves features as the original does."""

    def __init__(self, adjacency, features, nodes, words):
        self.adjacency = adjacency
        self.matrix = torch.zeros(nodes, words)
        self.matrix[features[0], features[1]] = row_weights(features, nodes)

    def convolved(self, weights):
        return self.adjacency.times(torch.mm(F.dropout(self.matrix, 0.5), weights))


class Annotations:
    """Convolves the labels of all nodes, one column each."""

    def __init__(self, adjacency, labels, adjacency_first):
        self.adjacency = adjacency
        self.labels = labels
        self.adjacency_first = adjacency_first

    def convolved(self, weights):
        if self.adjacency_first:
            with torch.no_grad():
                propagated = self.adjacency.times(halved(self.labels))
            return torch.mm(propagated, weights)
        return self.adjacency.times(torch.mm(halved(self.labels), weights))


class Network:
    """Two convolutions with 16 hidden units, and what it is trained for."""

    def __init__(self, source, adjacency, inputs, classes, loss):
        self.source, self.adjacency, self.loss = source, adjacency, loss
        self.first = torch.nn.Parameter((torch.rand(inputs, 16) - 0.5) / 2)
        self.second = torch.nn.Parameter((torch.rand(16, classes) - 0.5) / 2)
        self.optimizer = torch.optim.RMSprop(
            [self.first, self.second], lr=0.05, alpha=0.99, weight_decay=5e-4
        )

    def step(self):
        self.optimizer.zero_grad(set_to_none=True)
        hidden = torch.relu(self.source.convolved(self.first))
        logits = self.adjacency.times(torch.mm(hidden, self.second))
        self.loss(logits).backward()
        self.optimizer.step()

    def times(self, milliseconds):
        times = []
        end = time.perf_counter() + milliseconds / 1000
        while time.perf_counter() < end or len(times) < 2:
            start = time.perf_counter()
            self.step()
            times.append(1000 * (time.perf_counter() - start))
        return times


def networks(name, data):
    """How to make each network."""
    nodes, classes, words, edges, features = read_graph(name, data)
    adjacency = Adjacency(edges, nodes)
    drawn = torch.randint(classes, (nodes,))
    labelled = torch.randperm(nodes)[: 20 * classes]
    one_hot = F.one_hot(drawn, classes).float()
    soft = 0.5 * one_hot + 0.5 / classes

    def on_labels(logits):
        return F.cross_entropy(logits[labelled], drawn[labelled])

    def on_distributions(logits):
        return -torch.mean(torch.sum(soft * F.log_softmax(logits, -1), -1))

    def on_annotations(logits):
        return F.cross_entropy(logits, drawn)

    def of_words(kind, loss):
        return Network(kind(adjacency, features, nodes, words), adjacency, words, classes, loss)

    def of_annotations():
        orders = [
            Network(Annotations(adjacency, one_hot, first), adjacency, classes, classes, on_annotations)
            for first in (True, False)
        ]
        return min(orders, key=lambda network: min(network.times(500)))

    return {
        "q": lambda: of_words(SparseWords, on_labels),
        "qSoft": lambda: of_words(SparseWords, on_distributions),
        "p": of_annotations,
        "dense": lambda: of_words(DenseWords, on_labels),
    }


def warn_of_slow_blas():
    a = torch.rand(512, 512)
    rates = []
    for _ in range(5):
        start = time.perf_counter()
        torch.mm(a, a)
        rates.append(2e-9 * 512**3 / (time.perf_counter() - start))
    if max(rates) < 20:
        print(
            f"sparse_gcn.py: dense products at {max(rates):.0f} GFlop/s: PyTorch runs on a reference"
            " BLAS and is no fair peer; install an optimised one (Debian: libopenblas0-pthread)",
            file=sys.stderr,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graph", choices=SIZES)
    parser.add_argument("--data", default="")
    options = parser.parse_args()
    torch.set_num_threads(1)
    warn_of_slow_blas()
    makers = networks(options.graph, options.data)
    made = {}
    for line in sys.stdin:
        name, threads, milliseconds = line.split()
        torch.set_num_threads(int(threads))
        if name not in made:
            made[name] = makers[name]()
            made[name].times(500)
        print(*(f"{t:.4f}" for t in made[name].times(float(milliseconds))), flush=True)


if __name__ == "__main__":
    main()
