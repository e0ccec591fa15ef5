/* The script of an exported page. All that it shows of the document and the run goes through textContent, the value of
   an attribute of our own, or a class out of a list. It asks nothing of any network. */
'use strict';
{
const $ = i => document.getElementById(i);
const D = JSON.parse($('d').textContent), L = D.l, S = D.c;
const v = $('v'), root = document.documentElement, aside = $('a');
const all = s => [...v.querySelectorAll(s)];
const cards = all('.n'), gates = all('.g'), wires = all('path.w,path.wa,path.wd');
const toggle = (e, c, on) => e.classList.toggle(c, !!on);
/* The pieces of the drawing: what is known of each, its element, and its passes in the run. */
D.t = Math.max(D.t, 1e-6);
let nCards = 0, nGates = 0;
const P = D.p.map(p => ({ d: p, e: typeof p == 'number' ? gates[nGates++] : cards[nCards++], s: [] }));
/* A text of a step is written once; who has the same has its number. */
const T = [0];
D.s.forEach(s => {
  for (let i = 5; i < s.length; i++)
    if (typeof s[i] == 'string')
      T.push(s[i]);
    else
      s[i] = T[s[i]];
  P[s[0]].s.push(s);
});
/* What stands on a card whole is not told twice. */
P.forEach(p => {
  const d = p.d, shown = c => (p.e.querySelector(c) || {}).textContent;
  if (typeof d == 'number')
    return;
  d.t = d.t || shown('.t');
  d.u = d.u || shown('.u');
  d.k = D.k[d.k];
  d.x = (d.x || []).map(o => [D.x[o[0]], o[1]]);
});
const has = D.s.length > 0;
let sel = -1, time = D.t, speed = 16, playing = false, last = 0;

/* Where it is looked at. */
const home = v.getAttribute('viewBox').split(' ').map(Number);
let box = [...home];
const look = () => v.setAttribute('viewBox', box.map(n => Math.round(n * 100) / 100).join(' '));
const scale = () => {
  const r = v.getBoundingClientRect();
  return Math.max(box[2] / r.width, box[3] / r.height);
};
const zoom = (k, x, y) => {
  k = Math.min(Math.max(k, box[2] > 0 ? 40 / box[2] : 1), home[2] * 20 / box[2]);
  box = [x - (x - box[0]) * k, y - (y - box[1]) * k, box[2] * k, box[3] * k];
  look();
};
const zoomMiddle = k => zoom(k, box[0] + box[2] / 2, box[1] + box[3] / 2);
const pan = (x, y) => { box[0] += x; box[1] += y; look(); };
const place = e => {
  const m = v.getScreenCTM().inverse();
  return new DOMPoint(e.clientX, e.clientY).matrixTransform(m);
};
const fit = () => { box = [...home]; look(); };
v.addEventListener('wheel', e => {
  const p = place(e);
  e.preventDefault();
  zoom(e.deltaY > 0 ? 1.15 : .87, p.x, p.y);
}, { passive: false });
const fingers = new Map();
let moved = 0;
v.onpointerdown = e => { fingers.set(e.pointerId, e); moved = 0; };
v.onpointermove = e => {
  const from = fingers.get(e.pointerId), k = scale();
  if (!from)
    return;
  const others = [...fingers.values()].filter(f => f.pointerId != e.pointerId);
  const far = f => Math.hypot(f.clientX - others[0].clientX, f.clientY - others[0].clientY);
  moved += Math.abs(e.clientX - from.clientX) + Math.abs(e.clientY - from.clientY);
  if (moved > 4 && !v.hasPointerCapture(e.pointerId))
    v.setPointerCapture(e.pointerId);
  if (others.length) {
    const p = place(others[0]);
    zoom(far(from) / Math.max(far(e), 1), p.x, p.y);
  } else
    pan((from.clientX - e.clientX) * k, (from.clientY - e.clientY) * k);
  fingers.set(e.pointerId, e);
};
v.onpointerup = v.onpointercancel = v.onpointerleave = e => fingers.delete(e.pointerId);

/* How the run stood at a time. */
const clock = s => Math.floor(s / 60) + ':' + String(Math.floor(s % 60)).padStart(2, '0');
const passAt = (p, t) => p.s.filter(s => s[1] <= t).pop();
const length = s => s < .0005 ? '<1 ms' : s < .0995 ? Math.round(s * 1000) + ' ms' : s < 9.95 ? s.toFixed(1) + ' s' : s < 59.5 ? Math.round(s) + ' s' : clock(Math.round(s));
// Short runs need units below a second.
const stamp = s => D.t >= 9.95 ? clock(s) : s > 0 ? length(s) : '0 s';
const stateAt = (p, t) => {
  const s = passAt(p, t);
  return s ? (s[2] < 0 || s[2] > t ? (s[2] < 0 && t >= D.t ? s[3] : 2) : s[3]) : D.e && t >= D.t ? 6 : 1;
};
/* What a card is called for who hears it: what stands on it, then what does not. */
const name = p => {
  const seen = [...p.e.querySelectorAll('text')].map(t => t.textContent).join(' ');
  p.e.setAttribute('aria-label', [seen, seen.includes(p.d.t) ? '' : p.d.t, p.d.k].filter(w => w).join(', '));
};
const lineOf = (p, c) => p.e.querySelector(c);
const write = (p, state, word, took) => {
  const strip = lineOf(p, '.s').parentNode;
  let tm = strip.querySelector('.tm');
  if (!tm) {
    tm = document.createElementNS(v.namespaceURI, 'text');
    tm.setAttribute('class', 'tm');
    tm.setAttribute('x', +lineOf(p, '.c').getAttribute('width') - 10.5);
    strip.append(' ', tm);
  }
  S.forEach((s, i) => i && toggle(p.e, s[0], i == state));
  strip.setAttribute('class', (strip.getAttribute('class')[0] == 'z' ? 'z ' : '') + S[state][3]);
  strip.querySelector('.si').setAttribute('href', '#i-' + S[state][1]);
  strip.querySelector('.st').textContent = word;
  tm.textContent = took;
  name(p);
};
const showCard = (p, t) => {
  if (!lineOf(p, '.s'))
    return;
  const s = passAt(p, t), state = stateAt(p, t), ended = s && s[2] >= 0 && s[2] <= t;
  write(p, state, s && ended && s[10] || S[state][2] + (s && s[4] > 1 ? ' · ' + s[4] + '×' : ''),
        s && !s[10] ? length(Math.max(0, (ended ? s[2] : t) - s[1])) : '');
  p.e.querySelectorAll('.e,.on,.no').forEach(e => {
    const k = ended && s[5], full = e.dataset.e;
    e.setAttribute('class', !k ? 'e' : k == full ? 'on' : 'no');
  });
};
const fired = (w, t) => P[w[0]].s.some(s => s[2] >= 0 && s[2] <= t && s[3] == 3 && (!w[2] || w[2] == s[5]));
const into = P.map(() => []);
D.w.forEach((w, i) => into[w[1]].push(i));
const showWires = t => {
  const hot = D.w.map(w => typeof P[w[0]].d != 'number' && fired(w, t));
  for (let again = 1, n = 0; again && n < 64; n++) {
    again = 0;
    D.w.forEach((w, i) => {
      const d = P[w[0]].d;
      if (hot[i] || typeof d != 'number')
        return;
      const come = into[w[0]];
      if (come.length && (d ? come.every(k => hot[k]) : come.some(k => hot[k])))
        hot[i] = again = 1;
    });
  }
  D.w.forEach((w, i) => {
    const p = P[w[0]];
    toggle(wires[i], 'hot', hot[i] && !w[3]);
    toggle(wires[i], 'off', !hot[i] && w[2] && typeof p.d != 'number' && stateAt(p, t) == 3);
  });
};
const show = t => {
  time = Math.max(0, Math.min(D.t, t));
  if (!has)
    return;
  $('r').value = time;
  $('r').setAttribute('aria-valuetext', stamp(time));
  $('now').textContent = stamp(time);
  P.forEach(p => typeof p.d == 'number' || showCard(p, time));
  showWires(time);
  if (sel >= 0)
    tell();
};
const stop = () => { playing = false; last = 0; $('play').textContent = L.play; };
const tick = n => {
  if (!playing)
    return;
  if (last)
    show(time + (n - last) / 1000 * speed);
  last = n;
  if (time >= D.t)
    stop();
  else
    requestAnimationFrame(tick);
};
const play = () => {
  if (playing)
    return stop();
  if (time >= D.t)
    show(0);
  playing = true;
  $('play').textContent = L.pause;
  requestAnimationFrame(tick);
};

/* What is known of one card. */
const add = (kind, text) => {
  const e = document.createElement(kind);
  e.textContent = text;
  aside.append(e);
  if (kind == 'pre')
    e.tabIndex = 0;
  return e;
};
const part = (head, text, kind) => text && (add('h3', head), add(kind || 'pre', text));
const tell = () => {
  const p = P[sel], d = p.d, s = passAt(p, time), top = aside.scrollTop;
  aside.textContent = '';
  const x = add('button', '✕');
  x.id = 'x';
  x.setAttribute('aria-label', L.close);
  x.onclick = () => { pick(-1); p.e.focus(); };
  add('h2', d.t);
  add('p', [d.k, d.u].filter(w => w).join(' · '));
  if (d.d)
    add('p', d.d);
  if (s) {
    add('p', stamp(s[1]) + ' – ' + (s[2] < 0 || s[2] > time ? '…' : stamp(s[2])) + (p.s.length > 1 ? ' · ' + L.pass + ' ' + s[4] : ''));
    part(L.by, s[9], 'p');
    part(L.input, s[6]);
    if (s[2] < 0 || s[2] <= time) {
      part(L.output, s[7]);
      part(L.used, s[8], 'p');
    }
  } else if (has && lineOf(p, '.s'))
    add('p', L.never);
  d.x.forEach(o => part(o[0], o[1]));
  aside.scrollTop = top;
};
const pick = i => {
  if (sel >= 0) {
    toggle(P[sel].e, 'sel', 0);
    P[sel].e.setAttribute('aria-expanded', false);
  }
  sel = i;
  aside.hidden = i < 0;
  if (i < 0)
    return;
  toggle(P[i].e, 'sel', 1);
  P[i].e.setAttribute('aria-expanded', true);
  tell();
};
const reveal = e => {
  const r = e.getBoundingClientRect(), m = v.getBoundingClientRect(), k = scale();
  const off = (low, high, from, to) => low < from ? low - from - 24 : high > to ? high - to + 24 : 0;
  pan(off(r.left, r.right, m.left, m.right) * k, off(r.top, r.bottom, m.top, m.bottom) * k);
};
P.forEach((p, i) => {
  if (typeof p.d == 'number')
    return;
  p.e.querySelectorAll('.e,.on,.no').forEach((e, k) => e.dataset.e = p.d.e[k]);
  p.e.setAttribute('tabindex', 0);
  p.e.setAttribute('role', 'button');
  p.e.setAttribute('aria-expanded', false);
  name(p);
  p.e.onclick = () => moved > 4 || pick(i);
  p.e.onfocus = () => p.e.matches(':focus-visible') && reveal(p.e);
  p.e.onkeydown = e => {
    if (e.key != 'Enter' && e.key != ' ')
      return;
    e.preventDefault();
    e.stopPropagation();
    pick(i);
  };
});

/* Search: what does not fit fades; Enter goes to the next that fits. */
let hits = [], hit = -1;
const search = () => {
  const q = $('q').value.trim().toLowerCase();
  hits = [];
  hit = -1;
  P.forEach((p, i) => {
    const fits = !q || (typeof p.d != 'number' && JSON.stringify([p.d, p.s.map(s => s.slice(5))]).toLowerCase().includes(q));
    toggle(p.e, 'miss', !fits);
    if (q && fits)
      hits.push(i);
  });
  $('f').textContent = q ? hits.length + ' / ' + cards.length : '';
};
$('q').oninput = search;
$('q').onkeydown = e => {
  if (e.key == 'Enter' && hits.length) {
    hit = (hit + 1) % hits.length;
    pick(hits[hit]);
    reveal(P[hits[hit]].e);
  }
};

/* Light and dark. */
const dark = () => root.className ? root.className == 'd' : matchMedia('(prefers-color-scheme:dark)').matches;
const nameScheme = () => $('th').textContent = dark() ? L.light : L.dark;
$('th').onclick = () => { root.className = dark() ? 'l' : 'd'; nameScheme(); };
$('fit').onclick = fit;
$('in').onclick = () => zoomMiddle(.8);
$('out').onclick = () => zoomMiddle(1.25);
onkeydown = e => {
  const k = e.key, step = box[2] / 12;
  if (k == 'Escape' && sel >= 0) {
    const old = P[sel].e;
    pick(-1);
    old.focus();
  }
  if (e.ctrlKey || e.metaKey || e.altKey || /INPUT|PRE|SUMMARY/.test(e.target.tagName))
    return;
  const d = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[k];
  if (k == '+' || k == '=')
    zoomMiddle(.8);
  else if (k == '-')
    zoomMiddle(1.25);
  else if (k == '0')
    fit();
  else if (k == '/')
    $('q').focus();
  else if (k == ' ' && has && e.target.tagName != 'BUTTON')
    play();
  else if (d)
    pan(d[0] * step, d[1] * step);
  else
    return;
  e.preventDefault();
};

/* All is there without this script; now it can be used. */
v.setAttribute('role', 'group');
document.querySelectorAll('[data-s]').forEach(e => e.hidden = false);
nameScheme();
if (has) {
  $('r').max = D.t;
  $('r').step = D.t / 400;
  $('end').textContent = stamp(D.t);
  $('r').oninput = e => { stop(); show(+e.target.value); };
  $('play').onclick = play;
  $('sp').onclick = e => { speed = speed == 64 ? 1 : speed * 4; e.target.textContent = speed + ' ×'; };
  D.s.slice(0, 500).forEach(s => {
    if (s[2] < 0)
      return;
    const m = document.createElement('i');
    m.className = S[s[3]][0];
    m.style.left = 'calc(' + s[2] / D.t * 100 + '% - ' + (s[2] / D.t * 16 - 6) + 'px)';
    $('marks').append(m);
  });
}
/* The legend gives way where it lies on a card. */
const legend = document.querySelector('details');
const under = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
if (legend && cards.some(c => under(c.getBoundingClientRect(), legend.getBoundingClientRect())))
  legend.open = false;

const h = new URLSearchParams(location.hash.slice(1));
if (/^(light|dark)$/.test(h.get('theme')))
  root.className = h.get('theme')[0], nameScheme();
show(h.has('t') ? +h.get('t') || 0 : D.t);
if (h.has('n'))
  pick(P.findIndex(p => p.d.t === h.get('n')));
if (h.get('q'))
  $('q').value = h.get('q'), search();
}
