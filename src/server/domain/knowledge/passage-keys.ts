import { createHmac, timingSafeEqual } from 'node:crypto'

/** Opens one passage: without it a visitor who knows a document's id could read all of it. */
export const passageKey = (secret: string, number: number): string => shortened(secret, String(number))

/** Opens the passage while an API key lives: it is worth nothing without naming that one. */
export const passageKeyFor = (key: string, apiKeyId: string): string => shortened(key, apiKeyId)

/** Compares in constant time. */
export function isSameKey(given: string | undefined, key: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(key)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const shortened = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
