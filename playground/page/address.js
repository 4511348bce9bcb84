// Rules in the address: deflated, and written in base64url behind `#`.

/** More is not read from an address, since little text may hold much. */
const MOST = 1_000_000;

async function through(bytes, stream) {
  const parts = [];
  let size = 0;
  for await (const part of new Blob([bytes]).stream().pipeThrough(stream)) {
    parts.push(part);
    size += part.length;
    if (size > MOST) throw new Error('it holds more than a megabyte');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function written(rules) {
  const bytes = await through(new TextEncoder().encode(rules), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The rules of an address; fails where there are none in it. */
export async function read(text) {
  if (!/^[\w-]*$/.test(text)) throw new Error('it has signs that no rules are written in');
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const rules = await through(bytes, new DecompressionStream('deflate-raw'));
  return new TextDecoder('utf-8', { fatal: true }).decode(rules);
}
