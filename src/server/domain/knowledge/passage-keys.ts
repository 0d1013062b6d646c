import { createHmac, timingSafeEqual } from 'node:crypto'

/** The key that opens one passage: without it a visitor who knows a document's id could read all of it. */
export const passageKey = (secret: string, number: number): string => shortened(secret, String(number))

/** The key that opens the passage as long as an API key lives: it is worth nothing without naming that one. */
export const passageKeyFor = (key: string, apiKeyId: string): string => shortened(key, apiKeyId)

/** Whether a presented key is the right one, in a time that tells nothing of it. */
export function isSameKey(given: string | undefined, key: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(key)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const shortened = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
