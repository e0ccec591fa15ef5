/* check.js: tests exported HTML pages in Chromium without a network
 *
 * usage: node check.js MODULES CHROMIUM PAGE…
 *
 * Each page must be drawn, support clicks, search, zoom and playback with pointer and keys, send no requests, log no
 * errors, and have no violations of WCAG A and AA that axe-core finds, in light and dark, with and without details.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
'use strict';

const fs = require('fs');
const path = require('path');
const [modules, chromium, ...pages] = process.argv.slice(2);
const puppeteer = require(path.join(modules, 'puppeteer-core'));
const axe = fs.readFileSync(path.join(modules, 'axe-core', 'axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
let failures = 0;

function check(file, what, good, detail) {
  if (!good)
    failures++;
  console.log(`${good ? 'ok' : 'not ok'} ${path.basename(file)}: ${what}${!good && detail ? `: ${detail}` : ''}`);
}

/* axe-core compares every pair of nodes, which takes minutes with hundreds of them. */
const MOST_CARDS = 100;

async function checkAccess(page, file, when) {
  if ((await page.$$('.n')).length > MOST_CARDS)
    return;
  const violations = await page.evaluate(async (source, values) => {
    if (!window.axe)
      (0, window['eval'])(source);
    const result = await window.axe.run(document, { runOnly: { type: 'tag', values } });
    return result.violations.map(v => `${v.id} (${v.nodes.length}) ${v.nodes[0].html.slice(0, 120)}`);
  }, axe, tags);
  check(file, `axe-core, ${when}`, violations.length === 0, violations.join('; '));
}

/* Uses the page as a user would. */
async function use(page, file) {
  const first = await page.$('.n');
  const cards = await page.$$('.n');

  check(file, `drawn (${cards.length} nodes)`, cards.length > 0 && await first.evaluate(e => e.getBoundingClientRect().width > 4));
  const box = await page.evaluate(() => document.getElementById('v').getAttribute('viewBox'));
  await page.click('#in');
  check(file, 'zooms', box !== await page.evaluate(() => document.getElementById('v').getAttribute('viewBox')));
  await page.click('#fit');
  check(file, 'fits', box === await page.evaluate(() => document.getElementById('v').getAttribute('viewBox')));
  await page.mouse.move(700, 300);
  await page.mouse.wheel({ deltaY: -200 });
  await page.mouse.down();
  await page.mouse.move(760, 340, { steps: 5 });
  await page.mouse.up();
  check(file, 'can be panned', box !== await page.evaluate(() => document.getElementById('v').getAttribute('viewBox')));
  await page.keyboard.press('0');

  const place = await first.$eval('.t', e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; });
  await page.mouse.click(...place);
  const name = await page.evaluate(() => !document.getElementById('a').hidden && document.querySelector('#a h2').textContent);
  check(file, 'a click shows details', !!name, String(name));
  await page.keyboard.press('Escape');
  check(file, 'Escape closes the details', await page.evaluate(() => document.getElementById('a').hidden));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  check(file, 'Tab and Enter show details', await page.evaluate(() => !document.getElementById('a').hidden));
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('zzzz-nothing');
  check(file, 'search fades nodes that do not match', await page.evaluate(() => document.querySelectorAll('.n:not(.miss)').length === 0));
  await page.$eval('#q', e => { e.value = ''; e.dispatchEvent(new Event('input')); });
}

async function play(page, file) {
  if (await page.$('#play') === null)
    return;
  await page.$eval('#r', e => { e.value = 0; e.dispatchEvent(new Event('input')); });
  const before = await page.$$eval('.n.done', l => l.length);
  await page.$eval('#r', e => { e.value = e.max; e.dispatchEvent(new Event('input')); });
  const after = await page.$$eval('.n.done', l => l.length);
  check(file, `playback goes from ${before} finished nodes to ${after}`, after > before);
  await page.click('#play');
  await page.waitForFunction(() => document.getElementById('r').value > 0, { timeout: 5000 });
  await page.click('#play');
}

async function open(browser, file) {
  const page = await browser.newPage();
  const requests = [];
  const troubles = [];

  page.on('request', r => r.url().startsWith('file:') && r.isNavigationRequest() && requests.length === 0 && r.frame() === page.mainFrame() && r.url().endsWith(path.basename(file)) || requests.push(r.url()));
  page.on('console', m => ['error', 'warn', 'warning'].includes(m.type()) && troubles.push(m.text()));
  page.on('pageerror', e => troubles.push(e.message));
  page.on('dialog', d => { troubles.push(`dialog: ${d.message()}`); d.dismiss(); });
  await page.setViewport({ width: 1440, height: 800 });
  await page.goto(`file://${path.resolve(file)}`);
  await use(page, file);
  await play(page, file);
  /* Opens each node; its texts may contain injected markup. */
  await page.evaluate(() => {
    document.querySelectorAll('.n').forEach(n => {
      n.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      n.focus();
      n.onclick();
    });
  });
  check(file, 'no text is executed as a script', await page.evaluate(() => window.pwned === undefined));
  check(file, 'no text is parsed as an element', await page.evaluate(() =>
    document.querySelectorAll('img,iframe,object,embed,form,base,link,foreignObject,animate,a,math').length === 0 &&
    document.querySelectorAll('script').length <= 3));
  check(file, `0 requests`, requests.length === 0, requests.slice(0, 3).join(' '));
  check(file, `0 errors`, troubles.length === 0, troubles.slice(0, 3).join(' '));
  await page.close();

  /* axe-core can only be injected if the content security policy of the page is bypassed. */
  const other = await browser.newPage();
  await other.setBypassCSP(true);
  await other.setViewport({ width: 1440, height: 800 });
  await other.goto(`file://${path.resolve(file)}`);
  await checkAccess(other, file, 'light');
  await other.click('#th');
  await other.$eval('.n', n => n.onclick());
  await checkAccess(other, file, 'dark, with details');
  await other.close();

  const still = await browser.newPage();
  await still.setJavaScriptEnabled(false);
  await still.goto(`file://${path.resolve(file)}`);
  check(file, 'complete without JavaScript', await still.$$eval('.n .t', l => l.length > 0 && l.every(e => e.textContent !== '')).catch(() => true));
  await still.close();
}

(async () => {
  const browser = await puppeteer.launch({
    executablePath: chromium,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--proxy-server=127.0.0.1:9',
           '--host-resolver-rules=MAP * ~NOTFOUND'],
  });
  for (const file of pages)
    await open(browser, file);
  await browser.close();
  console.log(failures ? `${failures} failed` : 'all passed');
  process.exit(failures ? 1 : 0);
})();
