
(() => {
  // Tables sort by a click on a column's name; numbers as numbers.
  const value = (row, column) => row.cells[column].textContent.trim();
  for (const table of document.querySelectorAll('table.sortable')) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement('button');
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const down = head.getAttribute('aria-sort') === 'ascending';
        heads.forEach(other => other.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const rows = [...table.tBodies[0].rows];
        const numbers = rows.every(row => value(row, column) === '' || Number.isFinite(Number(value(row, column))));
        rows.sort((a, b) => {
          const [x, y] = [value(a, column), value(b, column)];
          const order = numbers ? Number(x) - Number(y) : x.localeCompare(y);
          return down ? -order : order;
        });
        table.tBodies[0].append(...rows);
      });
    });
  }
  // A table that is wider than the screen says that it can be moved.
  const wide = [...document.querySelectorAll('.wide')];
  const hint = () => wide.forEach(box => {
    const over = box.scrollWidth > box.clientWidth + 1;
    box.nextElementSibling.classList.toggle('shown', over);
    box.tabIndex = over ? 0 : -1;
  });
  wide.forEach(box => {
    const words = document.createElement('p');
    words.className = 'hint soft';
    words.textContent = 'Swipe or scroll the table sideways for more columns \u2192';
    box.after(words);
  });
  addEventListener('resize', hint);
  hint();
  // Marks tell what they are at once and to a finger too, where a browser's own title waits for a mouse.
  const tip = document.createElement('div');
  tip.id = 'tip';
  tip.hidden = true;
  document.body.append(tip);
  for (const title of document.querySelectorAll('svg title')) {
    const mark = title.parentNode;
    mark.dataset.tip = title.textContent;
    mark.setAttribute('aria-label', title.textContent);
    title.remove();
  }
  const show = event => {
    const mark = event.target.closest ? event.target.closest('[data-tip]') : null;
    tip.hidden = mark === null;
    if (mark !== null) {
      tip.textContent = mark.dataset.tip;
      const right = document.documentElement.clientWidth - tip.offsetWidth - 4;
      tip.style.left = Math.max(4, Math.min(event.pageX + 12, right)) + 'px';
      tip.style.top = event.pageY + 14 + 'px';
    }
  };
  document.addEventListener('pointerover', show);
  document.addEventListener('click', show);
})();
