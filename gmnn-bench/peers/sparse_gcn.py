#!/usr/bin/env python3
"""One training step of a two-layer graph convolutional network in PyTorch, on the CPU: the peer.

Twice: as fast as sparse PyTorch goes (features and adjacency sparse, dropout on the non-zeros, the
transposed matrices made beforehand), and as the original implementation does it (features dense,
dropout on all of them). Prints a line per measurement: graph, network, implementation, threads,
best and median milliseconds of a step.
"""
import argparse
import pathlib
import statistics
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


def coalesced(indices, values, shape):
    return torch.sparse_coo_tensor(indices, values, shape).coalesce()


def flagged(indices, values, shape):
    """A matrix whose indices are known to be in order, so that nothing is sorted in a step."""
    return torch.sparse_coo_tensor(indices, values, shape)._coalesced_(True)


class Product(torch.autograd.Function):
    """matrix @ dense whose gradient is a product with the transposed matrix."""

    @staticmethod
    def forward(ctx, dense, matrix, transposed):
        ctx.transposed = transposed
        return torch.sparse.mm(matrix, dense)

    @staticmethod
    def backward(ctx, gradient):
        return torch.sparse.mm(ctx.transposed, gradient), None, None


class SparseInput:
    def __init__(self, features, nodes, words):
        self.shape = (nodes, words)
        row_sums = torch.bincount(features[0], minlength=nodes).float()
        matrix = coalesced(features, 1 / row_sums[features[0]], self.shape)
        self.indices, self.values = matrix.indices(), matrix.values()
        self.order = torch.argsort(self.indices[1] * nodes + self.indices[0])
        self.transposed = self.indices.flip(0)[:, self.order].contiguous()

    def dropped_times(self, weights):
        values = F.dropout(self.values, 0.5)
        matrix = flagged(self.indices, values, self.shape)
        transposed = flagged(self.transposed, values[self.order], self.shape[::-1])
        return Product.apply(weights, matrix, transposed)


class DenseInput:
    def __init__(self, features, nodes, words):
        row_sums = torch.bincount(features[0], minlength=nodes).float()
        self.matrix = coalesced(features, 1 / row_sums[features[0]], (nodes, words)).to_dense()

    def dropped_times(self, weights):
        return torch.mm(F.dropout(self.matrix, 0.5), weights)


def normalized(edges, nodes):
    loops = torch.arange(nodes).repeat(2, 1)
    matrix = coalesced(torch.cat([edges, loops], 1), torch.ones(edges.shape[1] + nodes), (nodes, nodes))
    degrees = torch.sparse.sum(matrix, 1).to_dense()
    u, v = matrix.indices()
    return flagged(matrix.indices(), matrix.values() / (degrees[u] * degrees[v]).sqrt(), (nodes, nodes))


def step(source, adjacency, w1, w2, optimizer, loss):
    optimizer.zero_grad()
    hidden = F.relu(Product.apply(source.dropped_times(w1), adjacency, adjacency))
    logits = Product.apply(torch.mm(hidden, w2), adjacency, adjacency)
    loss(logits).backward()
    optimizer.step()


def measure(source, adjacency, words, classes, loss, seconds):
    w1 = torch.nn.Parameter((torch.rand(words, 16) - 0.5) / 2)
    w2 = torch.nn.Parameter((torch.rand(16, classes) - 0.5) / 2)
    optimizer = torch.optim.RMSprop([w1, w2], lr=0.05, alpha=0.99, weight_decay=5e-4)
    times = []
    end = time.perf_counter() + 1.5 * seconds
    while time.perf_counter() < end or len(times) < 4:
        start = time.perf_counter()
        step(source, adjacency, w1, w2, optimizer, loss)
        times.append(1000 * (time.perf_counter() - start))
    times = times[len(times) // 3 :]
    return min(times), statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="+", choices=SIZES)
    parser.add_argument("--data", default="")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--dense", action="store_true", help="the original's dense step too")
    options = parser.parse_args()
    for name in options.graphs:
        nodes, classes, words, edges, features = read_graph(name, options.data)
        adjacency = normalized(edges, nodes)
        drawn = torch.randint(classes, (nodes,))
        labelled = torch.randperm(nodes)[: 20 * classes]
        soft = 0.5 * F.one_hot(drawn, classes).float() + 0.5 / classes
        annotations = torch.stack([torch.arange(nodes), drawn])

        def on_labels(logits):
            return F.cross_entropy(logits[labelled], drawn[labelled])

        def on_distributions(logits):
            return -torch.mean(torch.sum(soft * F.log_softmax(logits, -1), -1))

        def on_annotations(logits):
            return F.cross_entropy(logits, drawn)

        inputs = SparseInput(features, nodes, words)
        cases = [
            ("q", "sparse", inputs, words, on_labels),
            ("qSoft", "sparse", inputs, words, on_distributions),
            ("p", "sparse", SparseInput(annotations, nodes, classes), classes, on_annotations),
        ]
        if options.dense:
            cases.append(("q", "dense", DenseInput(features, nodes, words), words, on_labels))
        for network, kind, source, width, loss in cases:
            for threads in (1, 2):
                torch.set_num_threads(threads)
                best, median = measure(source, adjacency, width, classes, loss, options.seconds)
                print(name, network, kind, threads, f"{best:.3f}", f"{median:.3f}", flush=True)


if __name__ == "__main__":
    main()
