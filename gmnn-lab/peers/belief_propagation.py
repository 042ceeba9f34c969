#!/usr/bin/env python3
"""Sweeps a second of loopy belief propagation on one core: twins of the Java one to compare with.

"torch" is what one writes in PyTorch: all messages as one matrix of logs, beliefs by index_add,
messages by logsumexp. "C" is ../src/main/c/belief_propagation.c in double, as the Java one, and in
float. All begin with the same random potentials of nodes, send the same messages, and must agree on
the beliefs after the first sweeps.

Takes a data folder (net.txt, label.txt); prints a line for the same-label weight (MLN) and one for
the table (RMN).
"""
import argparse
import ctypes
import pathlib
import subprocess
import tempfile
import time

import numpy as np
import torch

SOURCE = pathlib.Path(__file__).parent.parent / "src/main/c/belief_propagation.c"
CHECKED_SWEEPS = 5


def read_graph(folder):
    """Every two nodes that an edge joins, both ways and in rows; and the number of classes."""
    index = {}
    classes = set()
    for line in (folder / "label.txt").read_text().splitlines():
        node, label = line.split("\t")
        index[node] = len(index)
        classes.add(label)
    pairs = set()
    for line in (folder / "net.txt").read_text().splitlines():
        u, v = (index[key] for key in line.split("\t")[:2])
        if u != v:
            pairs.update(((u, v), (v, u)))
    receivers, senders = np.array(sorted(pairs)).T
    starts = np.searchsorted(receivers, np.arange(len(index) + 1)).astype(np.int32)
    mirrored = np.lexsort((receivers, senders)).astype(np.int32)  # the same pairs by the other end
    return len(index), len(classes), receivers, senders, starts, mirrored


class Torch:
    """Messages as logs in one matrix, a row for each entry."""

    def __init__(self, graph, logits, table, gain):
        nodes, self.classes, receivers, senders, _, mirrored = graph
        self.receivers = torch.from_numpy(receivers)
        self.senders = torch.from_numpy(senders)
        self.mirrored = torch.from_numpy(mirrored).long()
        self.logits = torch.from_numpy(logits).float()
        self.table = None if table is None else torch.from_numpy(table).float().log()
        self.gain = gain
        self.messages = torch.full((len(receivers), self.classes), -np.log(self.classes))

    def beliefs(self):
        return self.logits.index_add(0, self.receivers, self.messages)

    def sweep(self):
        others = self.beliefs()[self.senders] - self.messages[self.mirrored]
        if self.table is None:
            message = torch.log1p(self.gain * others.softmax(1)) - np.log(self.classes + self.gain)
        else:
            message = (others[:, :, None] + self.table[None]).logsumexp(1).log_softmax(1)
        residual = (message.exp() - self.messages.exp()).abs().max().item()
        self.messages = message
        return residual

    def marginals(self):
        return self.beliefs().softmax(1).numpy()


class C:
    """The twin in C, built for the number of classes."""

    def __init__(self, graph, logits, table, gain, real):
        self.nodes, classes, receivers, _, self.starts, self.mirrored = graph
        with tempfile.TemporaryDirectory() as folder:
            library = f"{folder}/belief.so"
            subprocess.run(
                ["gcc", "-O3", "-march=native", "-shared", "-fPIC", f"-DCLASSES={classes}",
                 f"-DREAL={'float' if real == np.float32 else 'double'}",
                 "-o", library, str(SOURCE)], check=True)
            self.call = ctypes.CDLL(library).sweep
        self.call.restype = ctypes.c_double
        self.local = np.exp(logits - logits.max(1, keepdims=True)).astype(real)
        self.table = None if table is None else table.astype(real)
        self.gain = ctypes.c_double(gain)
        self.messages = np.full((len(receivers), classes), 1 / classes, real)
        self.next = np.empty_like(self.messages)
        self.beliefs = np.empty_like(self.local)

    def sweep(self):
        arrays = (self.starts, self.mirrored, self.local, self.table)
        pointers = [None if a is None else a.ctypes.data_as(ctypes.c_void_p) for a in arrays]
        buffers = (a.ctypes.data_as(ctypes.c_void_p)
                   for a in (self.messages, self.next, self.beliefs))
        residual = self.call(self.nodes, *pointers, self.gain, *buffers)
        self.messages, self.next = self.next, self.messages
        return residual

    def marginals(self):
        self.sweep()
        return self.beliefs


def rate(twin, seconds):
    """Sweeps a second over that time at least."""
    sweeps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        twin.sweep()
        sweeps += 1
    return sweeps / (time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=5)
    args = parser.parse_args()
    torch.set_num_threads(1)
    graph = read_graph(args.folder)
    nodes, classes, receivers = graph[:3]
    random = np.random.default_rng(1)
    logits = random.normal(size=(nodes, classes))
    weight = 0.3
    gain = float(np.expm1(weight))
    drawn = random.normal(scale=weight, size=(classes, classes))
    table = np.exp(drawn + drawn.T + weight * np.eye(classes))
    print(f"{nodes} nodes, {len(receivers) // 2} edges, {classes} classes; sweeps a second")
    for name, potentials in (("MLN", None), ("RMN", table)):
        twins = {
            "torch": Torch(graph, logits, potentials, gain),
            "C double": C(graph, logits, potentials, gain, np.float64),
            "C float": C(graph, logits, potentials, gain, np.float32),
        }
        for twin in twins.values():
            for _ in range(CHECKED_SWEEPS):
                twin.sweep()
        marginals = [twin.marginals() for twin in twins.values()]
        apart = max(np.abs(one - marginals[1]).max() for one in marginals)
        assert apart < 1e-3, f"the twins differ by {apart}"
        rates = ", ".join(f"{key} {rate(twin, args.seconds):.1f}" for key, twin in twins.items())
        print(f"{name}: {rates} (beliefs agree to {apart:.1e})")


if __name__ == "__main__":
    main()
