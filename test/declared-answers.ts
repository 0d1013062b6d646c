import type { Hono } from 'hono'
import type * as z from 'zod/mini'
import type { AppEnv } from '../src/server/http/context.ts'
import { operationsOf } from '../src/server/http/openapi.ts'

/**
 * Makes a check that JSON of the API has only what its description says: whatever a row has besides, such as a secret,
 * would be told to everybody who asks. It throws with the place of each field that is not described.
 */
export function declaredAnswers(app: Hono<AppEnv>) {
  const operations = operationsOf(app.routes).map((operation) => ({
    ...operation,
    pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return async (method: string, path: string, response: Response): Promise<void> => {
    if (!response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return
    const [pathname = ''] = path.split('?')
    const matching = operations.filter(
      (operation) => operation.method === method.toLowerCase() && operation.pattern.test(pathname),
    )
    // An exact path comes before one with a parameter.
    const operation = matching.find((one) => one.path === pathname) ?? matching[0]
    const schemas = [operation?.answers[response.status]?.content ?? []]
      .flat()
      .flatMap((content) => ('json' in content ? [content.json] : []))
    if (schemas.length === 0) return
    const answer = await response.clone().json()
    const found = schemas.map((schema) => undeclared(answer, schema))
    if (found.every((places) => places.length > 0))
      throw new Error(`${method} ${path} answers what is not described: ${found[0]?.join(', ')}`)
  }
}

/** What a stream or a socket brings, if it is as described and has nothing else. @throws {Error} with what it has besides */
export function readExactly<Schema extends z.ZodMiniType>(schema: Schema, told: unknown): z.output<Schema> {
  const places = undeclared(told, schema)
  if (places.length > 0) throw new Error(`Told is what is not described: ${places.join(', ')}`)
  return schema.parse(told)
}

function undeclared(answer: unknown, schema: z.ZodMiniType): string[] {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return placesBeside(answer, parsed.data, '')
  return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** The places of what the schema did not let through. */
function placesBeside(given: unknown, kept: unknown, at: string): string[] {
  if (typeof given !== 'object' || given === null || typeof kept !== 'object' || kept === null) return []
  return Object.entries(given).flatMap(([name, value]) =>
    name in kept
      ? placesBeside(value, (kept as Record<string, unknown>)[name], `${at}.${name}`)
      : [`${at}.${name}`],
  )
}
