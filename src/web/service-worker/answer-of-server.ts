/** The server's answer to a navigation, which the browser may have asked for while the worker started. */
export async function answerOfServer(
  event: Pick<FetchEvent, 'preloadResponse' | 'request'>,
  ask: typeof fetch,
): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse
  // Without a server, Firefox resolves it to a failed response, which it would show as a page of its own.
  return preloaded && preloaded.type !== 'error' ? preloaded : ask(event.request)
}
