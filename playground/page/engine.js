// A worker that answers one question at a time, and is replaced where it is stopped or breaks.

/** What a stopped question is told as. */
export const STOPPED = 'stopped';

/** So long after its time a question is taken not to end by itself, in milliseconds. */
const GRACE = 3000;

const module = fetch('nimrule.wasm').then((found) => {
  if (!found.ok) throw new Error(found.statusText);
  return found.arrayBuffer();
}).then((bytes) => WebAssembly.compile(bytes));

export class Engine {
  // It is loaded while the module is.
  #worker = this.#begin();
  #current = null;
  #waiting = [];

  /** The answer to a question; those asked before come first. */
  ask(question) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#next();
    });
  }

  /** Ends the question that is worked on, and drops those behind it. */
  stop() {
    const dropped = this.#waiting.splice(0);
    for (const { reject } of dropped) reject(new Error(STOPPED));
    if (this.#current) this.#break(STOPPED);
  }

  async #next() {
    if (this.#current || this.#waiting.length === 0) return;
    const current = this.#current = this.#waiting.shift();
    this.#worker ??= this.#begin();
    try {
      await module;
      if (this.#current !== current) return;
    } catch (error) {
      this.#break(`the program could not be loaded: ${error.message}`);
      return;
    }
    current.timer = setTimeout(() => this.#break('it did not end in its time, and was stopped'), current.question.seconds * 1000 + GRACE);
    this.#worker.postMessage(current.question);
  }

  #begin() {
    const worker = new Worker('worker.js', { type: 'module' });
    module.then((module) => worker.postMessage({ module }), () => {});
    worker.onmessage = ({ data }) => this.#end((current) => current.resolve(data));
    worker.onerror = (event) => {
      event.preventDefault();
      this.#break(/memory|stack/i.test(event.message)
        ? 'it takes more memory than the browser gives; ask for something smaller'
        : `nimrule itself went wrong (please report it, with the rules and the question): ${event.message}`);
    };
    return worker;
  }

  #break(why) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#end((current) => current.reject(new Error(why)));
  }

  #end(how) {
    const current = this.#current;
    if (!current) return;
    clearTimeout(current.timer);
    this.#current = null;
    how(current);
    this.#next();
  }
}
