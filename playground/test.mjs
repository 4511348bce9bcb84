// Tries the page of dist/ in a headless browser, at the sizes of a phone and a desktop: `npm test` behind `npm run build`, or
// `npm test -- WORDS` for what has these words in its name. CHROMIUM names the browser, and SCREENSHOTS a folder for pictures of the page.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';

const dist = join(import.meta.dirname, 'dist');
const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  const name = path === '/' ? 'index.html' : path.slice(1);
  try {
    response.setHeader('content-type', types[extname(name)] ?? 'text/plain');
    response.end(readFileSync(join(dist, name)));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const home = `http://127.0.0.1:${server.address().port}/`;

const folder = process.env.SCREENSHOTS;
if (folder) mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** A page of its own, whose mistakes are kept. */
async function open(viewport, address = home) {
  const context = await browser.newContext({ viewport, hasTouch: viewport.width < 500 });
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('dialog', (dialog) => wrong.push(dialog.message()));
  await page.goto(address);
  const shot = (name) => folder && page.screenshot({ path: join(folder, `${viewport.width}-${name}.png`) });
  const text = (selector) => page.locator(selector).innerText();
  const says = (selector, wanted) => page.locator(selector).filter({ hasText: wanted }).first().waitFor({ timeout: 10_000 });
  const rules = () => page.locator('.cm-content').evaluate((content) => content.cmTile?.view?.state.doc.toString() ?? content.innerText);
  const type = async (rules) => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(rules);
  };
  const ask = async (entry, wanted) => {
    await page.locator('#entry').fill(entry);
    await page.locator('#entry').press('Enter');
    await says('#answers li:first-child p', `> ${entry}`);
    if (wanted) await says('#answers li:first-child pre', wanted);
  };
  return { context, page, wrong, shot, text, says, rules, type, ask };
}

/** What is tried, by its name. */
const tried = {
  async 'Kayles is answered within a second of loading'({ page, says, shot }) {
    await says('#answers pre', 'known by: nim-sum');
    const took = await page.evaluate(() => performance.now());
    console.log(`          answered after ${Math.round(took)} ms`);
    assert.ok(took < 1000, `${took} ms`);
    await says('#state', 'claims hold');
    await shot('begin');
  },
  async 'a rule is typed, and its mistakes are told while it is'({ type, says, shot, page }) {
    await type('game few { takee 1..3 }');
    await says('#problems', 'takee');
    await page.locator('.cm-lintRange-error').waitFor();
    await shot('mistake');
    await type('game few { take 1..3 }\nexpect values(few, 0..3) == [0, 1, 2, 2]');
    await says('#problems', '[0, 1, 2, 3]');
    await type('game few { take 1..3 }\nexpect values(few, 0..3) == [0, 1, 2, 3]');
    await says('#state', '1 of 1 claim holds');
  },
  async 'answers and complaints are those of the program'({ ask, shot }) {
    await ask('few[5]', 'the first player wins (an N-position), Grundy value 1');
    await ask('values(few, 0..5)', '[0, 1, 2, 3, 0, 1]');
    await ask('explain few 5', 'mex');
    await ask('few', 'g(n + 4) = g(n) from n = 0 on, proven');
    await ask('best(few[5])', 'take 1 from the pile of 5: leaves few[4]');
    await ask('3 4', 'few[3, 4]');
    await ask('grundi(few[3])', 'did you mean `grundy`?');
    await ask('game more { take 1..4 }', 'added to the rules');
    await ask('more[5]', 'the second player wins');
    // On the way numbers come up that are too large for a place of 32 bits.
    await ask('game heap { take any }', 'added to the rules');
    await ask('remoteness(heap[9, 7, 5])', /^15\n/);
    await shot('answers');
  },
  async 'a game is drawn'({ page, ask, shot }) {
    await ask('plot few', 'known by');
    const picture = page.locator('#answers li:first-child img');
    await page.waitForFunction(() => document.querySelector('#answers img')?.naturalWidth > 0);
    assert.match(await picture.getAttribute('alt'), /few/);
    await shot('plot');
    await ask('"no plot"', 'no plot');
    assert.equal(await page.locator('#answers li:first-child img').count(), 0);
  },
  async 'a game is played'({ page, ask, says, shot }) {
    await ask('play few[7]', 'The board is set up.');
    await page.locator('#board [data-part="hint"]').click();
    await page.locator('#board summary', { hasText: 'in words' }).click();
    await page.locator('#board button.move', { hasText: 'take 3' }).click();
    await says('#board [data-part="log"]', 'You: take 3');
    await says('#board [data-part="log"]', 'Program:');
    await page.locator('#board').scrollIntoViewIfNeeded();
    await shot('board');
  },
  async 'a question without end is stopped by its limit, or by hand'({ page, ask, says, rules }) {
    const before = await rules();
    const long = '[grundy(few[n * n]) for n in 1..1000000000][0]';
    await ask(long, 'nimrule::');
    await page.locator('#limits').selectOption({ index: 2 });
    await ask(long);
    await page.waitForTimeout(1500);
    await page.locator('#stop').click();
    await says('#answers li:first-child pre', 'stopped');
    await page.locator('#limits').selectOption({ index: 0 });
    await ask('few[6]', 'the first player wins');
    assert.equal(await rules(), before);
  },
  async 'an example is chosen, and one that uses others'({ page, says }) {
    for (const name of ['interval_table', 'coin_turning', 'exact_nim']) {
      await page.locator('#examples').selectOption(name);
      await says('#state', /^(\d+) of \1 claims? holds?$/);
    }
    await page.locator('#examples').selectOption('bounded');
    await page.locator('#games option', { hasText: 'bounded(' }).first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'describe' }).click();
    await says('#answers li:first-child pre', 'Whoever cannot move loses');
  },
  async 'rules come from the address again'({ page, type, says, rules }) {
    await type('game mine "Müller’s 🎲" { take 1, 2, 5 }');
    await says('#state', 'no mistakes');
    await page.waitForFunction(() => location.hash.length > 10);
    const written = await rules();
    await page.reload();
    await says('#state', 'no mistakes');
    assert.equal(await rules(), written);
  },
  async 'an address that is not valid is told'({ page, says, rules }) {
    for (const bad of ['%3Cimg%20src=x%3E', 'AAAA', 'not-rules-at-all', '='.repeat(500)]) {
      await page.goto('about:blank');
      await page.goto(`${home}#${bad}`);
      await says('#note', 'no rules that can be read');
      await says('#answers pre', 'known by');
      assert.match(await rules(), /game kayles/);
    }
  },
  async 'texts of rules stay texts'({ page, type, ask, says, shot }) {
    const hostile = '<img src=x onerror=document.title=1>';
    await type(`game g "${hostile}" { take 1..3 }\nlet t = "${hostile}"`);
    await says('#state', 'no mistakes');
    await ask('t', hostile);
    await ask(`"${hostile}" == 3`, 'nimrule::');
    await ask('describe g', 'takes 1');
    await ask('plot g', 'known by');
    await page.waitForFunction(() => document.querySelector('#answers img')?.naturalWidth > 0);
    await ask('play g', 'The board is set up.');
    await page.locator('#board .part').first().waitFor();
    await page.reload();
    await says('#state', 'no mistakes');
    assert.equal(await page.locator('img[src="x"]').count(), 0);
    assert.equal(await page.title(), 'nimrule playground');
    await shot('hostile');
  },
  async 'it works without a network'({ context, page, says, ask }) {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await context.setOffline(true);
    await page.goto('about:blank');
    await page.goto(home);
    await says('#answers pre', 'known by');
    await ask('kayles[3]', 'Grundy value 3');
    await context.setOffline(false);
  },
};

let failed = 0;
for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }]) {
  const opened = await open(viewport);
  for (const [name, steps] of Object.entries(tried)) {
    if (!name.includes(process.argv[2] ?? '')) continue;
    try {
      await steps(opened);
      const wide = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} too wide`);
      assert.deepEqual(opened.wrong.splice(0), []);
      console.log(`ok      ${viewport.width}  ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAILED  ${viewport.width}  ${name}\n${error.message}\n${opened.wrong.splice(0).join('\n')}`);
      await opened.shot(`failed-${failed}`);
    }
  }
  await opened.context.close();
}
await browser.close();
server.close();
process.exitCode = failed ? 1 : 0;
