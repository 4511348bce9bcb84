// The service worker: keeps the page, so that it works without a network. Another version is another cache.
const name = `nimrule-${VERSION}`;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((it) => it.startsWith('nimrule-') && it !== name);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((it) => caches.delete(it)))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request, { cacheName: name, ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
