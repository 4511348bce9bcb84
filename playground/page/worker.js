// One question after another, away from the page. It is ended where a question is to stop, and another one begins.
import { initSync, Playground } from '../pkg/nimrule.js';
import { files } from 'given:examples';

let playground;

self.onmessage = ({ data: { module, kind, rules, entry, seconds, mebibytes } }) => {
  if (module) {
    initSync({ module });
    playground = new Playground(JSON.stringify(files));
    return;
  }
  playground.limit(seconds, mebibytes);
  const answer = kind === 'check' ? playground.check(rules) : playground.ask(rules, entry);
  self.postMessage(JSON.parse(answer));
};
