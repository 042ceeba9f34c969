
'use strict';
(() => {
  const token = new URLSearchParams(location.search).get('token') || '';
  const $ = id => document.getElementById(id);
  const COLORS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#999999'];
  const colorOf = i => i < 0 ? 'transparent' : i < COLORS.length ? COLORS[i] : `hsl(${Math.round(i * 137.5) % 360} 65% 55%)`;
  let view = null;       // what the server said last
  let card = null;       // the node shown
  let picked = false;    // whether the person chose it
  let busy = false;      // a label is on its way
  let labelledAt = 0;    // when the last label was given, until the map shows it
  let asking = 0;        // the newest request for a card

  async function api(path, body) {
    const options = { headers: { 'X-Token': token } };
    if (body !== undefined) {
      options.method = 'POST';
      options.body = JSON.stringify(body);
    }
    let answer;
    try {
      answer = await fetch(path, options);
    } catch (e) {
      throw new Error('The server does not answer. Nothing is lost: start gmnn label again.');
    }
    if (!answer.ok) {
      let message = 'The server said ' + answer.status;
      try { message = (await answer.json()).error; } catch (e) { /* no JSON */ }
      const error = new Error(message);
      error.status = answer.status;
      throw error;
    }
    return (answer.headers.get('Content-Type') || '').startsWith('application/json') ? answer.json() : answer.arrayBuffer();
  }

  function complain(message) {
    $('banner').textContent = message || '';
    $('banner').hidden = !message;
  }
  const guarded = task => async (...args) => {
    try { await task(...args); } catch (e) { complain(e.message); }
  };

  function make(tag, text, className) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  }
  function swatch(index) {
    const dot = make('span', undefined, 'swatch');
    dot.style.background = colorOf(index);
    return dot;
  }
  const percent = share => (100 * share).toFixed(share > .995 || share < .1 ? 1 : 0) + ' %';
  const short = value => typeof value === 'number' ? String(Number(value.toPrecision(4))) : value;
  const seconds = millis => (millis / 1000).toFixed(millis < 995 ? 2 : 1) + ' s';
  const classIndex = name => view ? view.classes.indexOf(name) : -1;

  // ---- the card ----
  async function showNext() {
    const mine = ++asking;
    const found = await api('/api/next?count=1');
    if (mine === asking) {
      picked = false;
      await show(found.length ? found[0] : null, mine);
    }
  }
  async function pick(query) {
    const mine = ++asking;
    const found = await api('/api/node?' + query);
    if (mine === asking) {
      picked = true;
      await show(found, mine);
      $('card').scrollIntoView({ block: 'nearest' });
    }
  }
  async function show(found, mine) {
    card = found;
    $('card').classList.add('ready');
    $('empty').hidden = Boolean(found);
    for (const id of ['body', 'answer']) $(id).hidden = !found;
    $('chosen').hidden = !found || !picked;
    if (!found) {
      $('guess').hidden = true;
      $('why').textContent = '';
      $('node').textContent = 'All done';
      $('empty').textContent = 'Every node has a label. Export them above.';
      return;
    }
    const details = 'index' in found ? found : await api('/api/node?id=' + encodeURIComponent(found.node));
    if (mine !== asking) return;
    card = { ...found, index: details.index, degree: details.degree, label: details.label };
    const advice = card.reasons.find(reason => reason.kind === 'advice');
    $('why').textContent = advice ? 'Why this one: ' + advice.name : picked ? 'You chose this node.' : '';
    $('node').textContent = card.node;
    $('known').textContent = card.label === null ? '' : 'Labelled ' + card.label + '.';
    drawFeatures(card.features);
    drawSurroundings();
    drawGuess();
    drawClasses();
    map.paint();
    if (view && !view.learning) guarded(explain)();
  }
  /** Adds reasons that took longer to find than a card may take. */
  async function explain() {
    const of = card;
    if (of.guess === null || of.reasons.some(reason => reason.kind !== 'advice')) return;
    const found = await api('/api/node?explain=1&id=' + encodeURIComponent(of.node));
    if (card !== of || found.guess !== of.guess) return;
    card.reasons = [...of.reasons, ...found.reasons];
    drawGuess();
  }

  function drawFeatures(features) {
    const entries = Object.entries(features);
    const box = $('features');
    box.replaceChildren();
    if (!entries.length) {
      box.append(make('p', 'This node has no features.', 'soft'));
    } else if (entries.every(([, value]) => typeof value === 'number') && entries.length > 6) {
      const chips = make('ul', undefined, 'chips');
      for (const [name, value] of entries) chips.append(make('li', value === 1 ? name : name + ' ' + short(value)));
      box.append(chips);
    } else {
      const list = make('dl');
      for (const [name, value] of entries) list.append(make('dt', name), make('dd', short(value)));
      box.append(list);
    }
  }

  const svg = (tag, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  function drawSurroundings() {
    const drawing = $('around').firstElementChild;
    const around = card.neighbors;
    const at = around.map((_, i) => {
      const angle = 2 * Math.PI * i / around.length - Math.PI / 2;
      return [66 * Math.cos(angle), 62 * Math.sin(angle)];
    });
    drawing.replaceChildren();
    for (const [x, y] of at) drawing.append(svg('line', { x1: 0, y1: 0, x2: x, y2: y }));
    around.forEach((neighbor, i) => neighbor.joined.filter(j => j > i).forEach(j =>
      drawing.append(svg('line', { x1: at[i][0], y1: at[i][1], x2: at[j][0], y2: at[j][1] }))));
    const disc = (x, y, radius, name, known, text) => {
      const circle = svg('circle', { cx: x, cy: y, r: radius, fill: name ? colorOf(classIndex(name)) : 'var(--line)' });
      if (known) circle.setAttribute('class', 'labelled');
      const title = svg('title', {});
      title.textContent = text;
      circle.append(title);
      drawing.append(circle);
      return circle;
    };
    around.forEach((neighbor, i) => {
      const text = neighbor.node + (neighbor.label ? ', labelled ' + neighbor.label : neighbor.guess ? ', guess ' + neighbor.guess : '');
      const circle = disc(at[i][0], at[i][1], 8, neighbor.label || neighbor.guess, neighbor.label, text);
      circle.classList.add('pick');
      circle.addEventListener('click', guarded(() => pick('id=' + encodeURIComponent(neighbor.node))));
    });
    disc(0, 0, 12, card.label || card.guess, card.label, card.node);
    const known = around.filter(neighbor => neighbor.label).length;
    $('around-text').textContent = card.degree === 0 ? 'No neighbours'
      : card.degree + (card.degree === 1 ? ' neighbour' : ' neighbours') + (known ? ', ' + known + ' labelled' : '');
  }

  function drawGuess() {
    $('guess').hidden = card.guess === null;
    if (card.guess === null) return;
    $('guess-label').textContent = card.guess;
    $('guess-share').textContent = percent(card.probability);
    $('set').textContent = card.set.length > 1 ? 'With 90 %: one of ' + card.set.join(', ') : 'With 90 %: no other';
    const shown = card.reasons.filter(reason => reason.kind !== 'advice');
    const against = shown.find(reason => reason.against);
    $('reasons-head').hidden = !against;
    if (against) $('reasons-head').textContent = 'Why not ' + against.against + ', strongest first:';
    const most = Math.max(...shown.map(reason => Math.abs(reason.effect)), 1e-9);
    $('reasons').replaceChildren(...shown.map(reason => {
      const row = make('li');
      const bar = make('span', undefined, 'bar' + (reason.effect < 0 ? ' against' : ''));
      const fill = make('i');
      fill.style.width = 100 * Math.abs(reason.effect) / most + '%';
      bar.append(fill);
      const name = reason.kind === 'neighbor' ? 'neighbour ' + reason.node
        : reason.kind === 'label' ? reason.node + ' is ' + reason.name
        : reason.name + (reason.value === null || reason.value === 1 ? '' : ' ' + short(reason.value));
      const text = make('bdi', (reason.effect < 0 ? 'against: ' : '') + name);
      text.title = name + ' (log-odds ' + (reason.effect > 0 ? '+' : '') + reason.effect.toFixed(2) + ')';
      row.append(bar, text);
      return row;
    }));
  }

  let drawnClasses = '';
  function drawClasses() {
    if (!view) return;
    const names = JSON.stringify(view.classes);
    if (names !== drawnClasses) { // else the buttons stay: a click must end on what it began on
      drawnClasses = names;
      $('classes').replaceChildren(make('p', 'What is it? Name its class to begin.', 'soft'));
      if (view.classes.length) $('classes').replaceChildren(...view.classes.map((name, i) => {
        const button = make('button');
        button.type = 'button';
        if (i < 9) button.append(make('kbd', i + 1));
        button.append(swatch(i), make('bdi', name));
        button.addEventListener('click', guarded(() => give(name)));
        return button;
      }));
    }
    [...$('classes').querySelectorAll('button')].forEach((button, i) => {
      button.disabled = busy;
      button.classList.toggle('guessed', Boolean(card) && card.guess === view.classes[i]);
    });
    $('new').classList.toggle('strong', !view.classes.length);
  }

  // ---- what a person does ----
  async function give(name, node = card && card.node) {
    if (!node || busy) return; // the next card is not there yet: a key now would label it unseen
    busy = true;
    labelledAt = performance.now();
    try {
      await api('/api/label', { node, label: name });
      complain('');
      $('said').textContent = 'Labelled ' + node + ' as ' + name + '.';
      refresh();
      await showNext();
    } finally {
      busy = false;
      drawClasses();
    }
  }
  async function undo() {
    if (busy || !view || !view.canUndo) return;
    busy = true;
    try {
      labelledAt = performance.now();
      await api('/api/undo', {});
      $('said').textContent = 'Took the last label back.';
      refresh();
      await showNext();
    } finally {
      busy = false;
      drawClasses();
    }
  }
  async function skip() {
    if (!card || busy) return;
    await api('/api/skip', { node: card.node });
    await showNext();
  }
  async function askExpert() {
    if (busy) return;
    busy = true;
    try {
      labelledAt = performance.now();
      await api('/api/expert', {});
      refresh();
      await showNext();
    } finally {
      busy = false;
      drawClasses();
    }
  }
  let named = null; // the node that a class is being named for
  function nameClass() {
    if (!card || busy) return;
    named = card.node;
    $('class-name').value = '';
    $('naming').showModal();
    $('class-name').focus();
  }
  $('new').addEventListener('click', nameClass);
  $('cancel').addEventListener('click', () => $('naming').close());
  $('naming').addEventListener('close', guarded(async () => {
    const name = $('class-name').value.trim();
    const wanted = $('naming').returnValue === 'ok' && name;
    $('naming').returnValue = '';
    if (wanted) await give(name, named);
  }));
  $('skip').addEventListener('click', guarded(skip));
  $('undo').addEventListener('click', guarded(undo));
  $('back').addEventListener('click', guarded(showNext));
  $('expert').addEventListener('click', guarded(askExpert));
  let keeping = null;
  $('keep').addEventListener('click', () => {
    if (keeping) {
      clearInterval(keeping);
      keeping = null;
    } else {
      keeping = setInterval(guarded(askExpert), 700);
    }
    $('keep').setAttribute('aria-pressed', String(Boolean(keeping)));
    $('keep').textContent = keeping ? 'Stop asking' : 'Keep asking';
  });
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || $('naming').open
        || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    const actions = { s: skip, u: undo, n: nameClass, e: view && view.demo ? askExpert : null };
    if (/^[1-9]$/.test(key) && view && key <= view.classes.length) {
      event.preventDefault();
      guarded(give)(view.classes[key - 1]);
    } else if (actions[key]) {
      event.preventDefault();
      guarded(async () => actions[key]())();
    }
  });

  // ---- what the server says ----
  let refreshing = false;
  let again = false;
  let drawnRevision = -1;
  async function refresh() {
    if (refreshing) {
      again = true;
      return;
    }
    refreshing = true;
    try {
      do {
        again = false;
        await update();
      } while (again);
    } catch (e) {
      complain(e.message);
    } finally {
      refreshing = false;
    }
  }
  async function update() {
    const before = view;
    view = await api('/api/view');
    if (view.problem) complain(view.problem);
    $('name').textContent = view.name;
    $('labelled').textContent = view.labelled.toLocaleString('en');
    $('of').textContent = 'of ' + view.nodes.toLocaleString('en') + ' nodes';
    $('undo').disabled = !view.canUndo;
    for (const id of ['expert', 'keep']) $(id).hidden = !view.demo;
    $('accuracy').textContent = view.validation ? percent(view.validation.accuracy) : '–';
    $('interval').textContent = view.validation
      ? percent(view.validation.low) + ' to ' + percent(view.validation.high)
      : view.labelled < 10 ? 'from 10 labels on' : 'being measured';
    $('truth-tile').hidden = !view.truth;
    if (view.truth) $('truth').textContent = percent(view.truth.accuracy);
    document.querySelectorAll('#export a').forEach(link => {
      link.href = '/api/' + link.dataset.file + '?token=' + encodeURIComponent(token);
      link.setAttribute('aria-disabled', String('model' in link.dataset && !view.model));
    });
    drawCounts();
    drawClasses();
    if (view.map && !map.ready()) map.place(await api('/api/map'));
    if (view.noMap) $('map-empty').textContent = view.noMap;
    if (!view.learning || drawnRevision !== view.revision) await repaint();
    drawStatus();
    if (!card && !busy) await showNext();
    else if (card && before && before.revision !== view.revision && !busy) await showAgain();
  }
  /** Shows the card as the new model has it, or the next if another tab labelled it. */
  async function showAgain() {
    const mine = asking;
    const shown = await api('/api/node?id=' + encodeURIComponent(card.node));
    if (mine !== asking) return;
    if (shown.label !== null && !picked) {
      await showNext();
      return;
    }
    const advice = card.reasons.filter(reason => reason.kind === 'advice');
    await show({ ...shown, reasons: [...advice, ...shown.reasons] }, mine);
  }
  async function repaint() {
    if (!map.ready()) return;
    map.color(await api('/api/colors'));
    drawnRevision = view.revision;
    const rows = await api('/api/uncertain');
    if (JSON.stringify(rows) !== drawnRows) {
      drawnRows = JSON.stringify(rows);
      drawUncertain(rows);
    }
    if (!view.learning && labelledAt) {
      document.body.dataset.repaint = Math.round(performance.now() - labelledAt);
      labelledAt = 0;
    }
  }
  let drawnRows = '';
  function drawUncertain(rows) {
    $('uncertain').replaceChildren(...rows.map(found => {
      const row = make('tr');
      const cell = make('td');
      const button = make('button');
      button.type = 'button';
      button.append(make('bdi', found.node));
      button.addEventListener('click', guarded(() => pick('id=' + encodeURIComponent(found.node))));
      cell.append(button);
      const guess = make('td');
      guess.append(swatch(classIndex(found.guess)), make('bdi', found.guess));
      row.append(cell, guess, make('td', percent(found.probability), 'n'));
      return row;
    }));
  }
  function drawStatus() {
    const status = $('status');
    status.classList.toggle('learning', view.learning);
    const drawn = document.body.dataset.repaint;
    status.textContent = view.learning ? 'Learning…'
      : view.model ? 'Learned in ' + seconds(view.fitMillis) + (drawn ? ', shown after ' + seconds(Number(drawn)) : '')
      : view.labelled ? 'One class so far: a second one starts the learning' : 'Label the first node';
  }
  function drawCounts() {
    $('counts').replaceChildren(...view.classes.map((name, i) => {
      const row = make('tr');
      const cell = make('td');
      cell.append(swatch(i), make('bdi', name));
      row.append(cell, make('td', view.counts[name] || 0, 'n'), make('td', name in view.predicted ? view.predicted[name].toLocaleString('en') : '–', 'n'));
      return row;
    }));
  }

  // ---- the map ----
  const map = (() => {
    const canvas = $('canvas');
    const context = canvas.getContext('2d');
    let xs = null, ys = null, bytes = null, scale = 1, left = 0, top = 0, waiting = false;
    const pointers = new Map();
    let moved = 0;

    function size() {
      const ratio = devicePixelRatio || 1;
      canvas.width = Math.round(canvas.clientWidth * ratio);
      canvas.height = Math.round(canvas.clientHeight * ratio);
      paint();
    }
    function fit() {
      const pad = 24;
      const width = canvas.clientWidth - 2 * pad, height = canvas.clientHeight - 2 * pad - $('hint').offsetHeight; // which lies below
      scale = Math.min(width, height) / 9999;
      left = pad + (width - 9999 * scale) / 2;
      top = pad + (height - 9999 * scale) / 2;
      paint();
    }
    function paint() {
      if (!waiting) {
        waiting = true;
        requestAnimationFrame(draw);
      }
    }
    function draw() {
      waiting = false;
      const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      if (!xs) return;
      const style = getComputedStyle(document.documentElement);
      const ink = style.getPropertyValue('--ink'), unknown = style.getPropertyValue('--soft');
      const zoom = Math.max(1, Math.min(3, Math.sqrt(scale * 9999 / Math.min(width, height))));
      const base = (xs.length > 8000 ? 1 : xs.length > 1500 ? 1.5 : 2.5) * zoom;
      const paths = new Map();
      const labelled = [];
      for (let i = 0; i < xs.length; i++) {
        const x = left + xs[i] * scale, y = top + ys[i] * scale;
        if (x < -12 || y < -12 || x > width + 12 || y > height + 12) continue;
        const group = bytes ? bytes[4 * i] | bytes[4 * i + 1] << 8 : 0xffff;
        if (bytes && bytes[4 * i + 3]) { labelled.push([x, y, group]); continue; }
        const radius = base * (1 + 1.2 * (bytes ? bytes[4 * i + 2] / 255 : 0));
        let path = paths.get(group);
        if (!path) paths.set(group, path = new Path2D());
        if (radius < 2) path.rect(x - radius, y - radius, 2 * radius, 2 * radius);
        else { path.moveTo(x + radius, y); path.arc(x, y, radius, 0, 7); }
      }
      context.globalAlpha = .75;
      for (const [group, path] of paths) {
        context.fillStyle = group === 0xffff ? unknown : colorOf(group);
        context.fill(path);
      }
      context.globalAlpha = 1;
      context.strokeStyle = ink;
      for (const [x, y, group] of labelled) {
        context.beginPath();
        context.arc(x, y, base + 3, 0, 7);
        context.fillStyle = group === 0xffff ? unknown : colorOf(group);
        context.fill();
        context.lineWidth = 1.5;
        context.stroke();
      }
      if (card && card.index !== undefined) {
        context.beginPath();
        context.arc(left + xs[card.index] * scale, top + ys[card.index] * scale, base + 7, 0, 7);
        context.lineWidth = 3;
        context.stroke();
      }
    }
    function zoomAt(x, y, factor) {
      const most = 400 * Math.min(canvas.clientWidth, canvas.clientHeight) / 9999;
      const next = Math.max(.5 * Math.min(canvas.clientWidth, canvas.clientHeight) / 9999, Math.min(most, scale * factor));
      left = x - (x - left) * next / scale;
      top = y - (y - top) * next / scale;
      scale = next;
      paint();
    }
    function nearest(x, y) {
      let best = -1, distance = 18 * 18;
      for (let i = 0; xs && i < xs.length; i++) {
        const dx = left + xs[i] * scale - x, dy = top + ys[i] * scale - y;
        if (dx * dx + dy * dy < distance) { distance = dx * dx + dy * dy; best = i; }
      }
      return best;
    }
    const place = event => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    canvas.addEventListener('pointerdown', event => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, place(event));
      if (pointers.size === 1) moved = 0;
      canvas.classList.add('dragging');
    });
    canvas.addEventListener('pointermove', event => {
      const last = pointers.get(event.pointerId);
      if (!last) return;
      const now = place(event);
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      moved += Math.hypot(now[0] - last[0], now[1] - last[1]);
      if (others.length) {
        const [ox, oy] = others[0];
        const factor = Math.hypot(now[0] - ox, now[1] - oy) / Math.max(1, Math.hypot(last[0] - ox, last[1] - oy));
        zoomAt((now[0] + ox) / 2, (now[1] + oy) / 2, factor);
      } else if (moved > 4) {
        left += now[0] - last[0];
        top += now[1] - last[1];
        paint();
      }
      pointers.set(event.pointerId, now);
    });
    const release = event => {
      const at = pointers.get(event.pointerId);
      pointers.delete(event.pointerId);
      if (!pointers.size) canvas.classList.remove('dragging');
      if (at && event.type === 'pointerup' && moved <= 4 && !pointers.size) {
        const found = nearest(...at);
        if (found >= 0) guarded(pick)('index=' + found);
      }
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('wheel', event => {
      event.preventDefault();
      zoomAt(...place(event), Math.exp(-event.deltaY * (event.ctrlKey ? .01 : .0015)));
    }, { passive: false });
    $('in').addEventListener('click', () => zoomAt(canvas.clientWidth / 2, canvas.clientHeight / 2, 1.5));
    $('out').addEventListener('click', () => zoomAt(canvas.clientWidth / 2, canvas.clientHeight / 2, 1 / 1.5));
    $('fit').addEventListener('click', fit);
    new ResizeObserver(() => { size(); if (xs) fit(); }).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
    return {
      ready: () => xs !== null,
      paint,
      place(found) {
        $('map-empty').hidden = true;
        [xs, ys] = [found.x, found.y];
        fit();
      },
      color(buffer) {
        bytes = new Uint8Array(buffer);
        paint();
      },
      at: index => [left + xs[index] * scale, top + ys[index] * scale]
    };
  })();

  // ---- start ----
  const events = new EventSource('/api/events?token=' + encodeURIComponent(token));
  let lost = null;
  events.addEventListener('message', () => {
    clearTimeout(lost);
    lost = null;
    if ($('banner').dataset.lost) {
      delete $('banner').dataset.lost;
      complain('');
    }
    refresh();
  });
  events.addEventListener('error', () => {
    lost = lost || setTimeout(() => {
      $('banner').dataset.lost = 'yes';
      complain('The server does not answer. Nothing is lost: start gmnn label again, and reload with its new address.');
    }, 3000);
  });
  refresh();
  window.labelPage = { idle: () => !busy && !refreshing && card && card.index !== undefined, view: () => view, map }; // for tests
})();
