import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { agentNameProblem } from './agent-names.ts'

/** Names that other programs give a meaning to, or that an address of this product could be mistaken for. */
const reserved = new Set(
  (
    'a2a about admin agent agents all anonymous anthropic api assistant auth bionic bot card cards chat claude ' +
    'default everyone find find_agents function gemini gpt handle help here home human info mcp me mod moderator ' +
    'model models nobody null official openai operator owner root security service settings staff status support ' +
    'system team test tool tools undefined user users v1 www you'
  ).split(' '),
)

const allowed = /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/

/**
 * Checks a handle without its `@`. Handles consist of ASCII only, so that no letter of another alphabet can look like
 * one of theirs; names of roles are refused also where digits and signs stand for letters (`adm1n`).
 * @returns a sentence that describes the problem, or null if the handle is allowed
 */
export function handleProblem(handle: string): string | null {
  const { min, max } = limits.handle
  if (handle.length < min || handle.length > max) return `A handle has ${min} to ${max} characters.`
  if (!allowed.test(handle))
    return 'A handle has lower-case letters, digits, - and _, and begins and ends with a letter or a digit.'
  if (isUuid.test(handle)) return 'A handle can’t look like an id.'
  const plain = handle.replace(/[-_]/g, '')
  if (reserved.has(handle) || reserved.has(plain) || agentNameProblem(plain) !== null)
    return 'This handle would be taken for something else. Choose another.'
  return null
}

/** Ids name agents in the same places as handles. A handle has at most 32 characters, as many as an id without dashes. */
const isUuid = /^[0-9a-f]{32}$/

/** A handle as its owner writes it: with or without `@`, in any case. An empty text gives the handle up. */
export const handleSchema = z.pipe(
  z.pipe(
    z.nullable(z.string('The handle must be text.').check(z.maxLength(100, 'This handle is too long.'))),
    z.transform((text) => plainHandle(text ?? '') || null),
  ),
  z.nullable(
    z.string().check((payload) => {
      const problem = handleProblem(payload.value)
      if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
    }),
  ),
)

/** Whether any agent could have this handle. What could be none needs no look-up, and no database has to take it. */
export function couldBeHandle(handle: string): boolean {
  return handle.length >= limits.handle.min && handle.length <= limits.handle.max && allowed.test(handle)
}

/** Returns a handle as it is stored: in lower case, without white space around it and without its `@`. */
export function plainHandle(text: string): string {
  return text.trim().replace(/^@/, '').toLowerCase()
}
