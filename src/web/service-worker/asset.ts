/** Named by its content, so a cached file is never outdated. A storage that fails costs only what is cached. */
export async function asset(
  request: Request,
  caches: CacheStorage,
  cacheName: string,
  ask: typeof fetch,
): Promise<Response> {
  const kept = await caches.match(request).catch(() => undefined)
  if (kept) return kept
  const answer = await ask(request)
  if (answer.ok) {
    const copy = answer.clone()
    void caches
      .open(cacheName)
      .then((cache) => cache.put(request, copy))
      .catch(() => {})
  }
  return answer
}
