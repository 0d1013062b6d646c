/** The sentence of an error's body, wherever vendors put it. */
export function messageOf(body: unknown): string | undefined {
  if (Array.isArray(body)) return messageOf(body[0])
  if (typeof body !== 'object' || body === null) return undefined
  const { error, message } = body as { error?: unknown; message?: unknown }
  if (typeof error === 'string') return error
  const inner =
    typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : undefined
  if (typeof inner === 'string') return inner
  return typeof message === 'string' ? message : undefined
}
