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
 * Returns what is wrong with a handle, or null. Only ASCII, so that no letter of another alphabet looks like one of
 * theirs; names of roles are refused also where digits and signs stand for letters (`adm1n`).
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

/** Ids name agents in the same places as handles, and a handle can be as long as an id without dashes. */
const isUuid = /^[0-9a-f]{32}$/

/** Letters that NFKD does not turn into Latin ones, each before what it is written as. */
const written = new Map(
  (
    'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ŋ:ng ' +
    'а:a б:b в:v г:g ґ:g д:d ђ:dj е:e є:ye ж:zh з:z и:i і:i ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t ћ:c ' +
    'у:u ф:f х:kh ц:ts ч:ch џ:dz ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya ' +
    'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Leaves room for a dash and five digits within a handle's length. */
const LONGEST_MADE = limits.handle.max - 6

const NAMELESS = 'an-agent'

/** A name that can't be a handle (`Claude`, `AI`) gets `-agent` behind it. */
export function handleFrom(name: string): string {
  const letters = [
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}'’]/gu, ''),
  ]
  const plain = letters.map((letter) => written.get(letter) ?? letter).join('')
  const base = cut(plain.replace(/[^a-z0-9]+/g, '-'), LONGEST_MADE)
  const whole = base === '' ? NAMELESS : `${cut(base, LONGEST_MADE - '-agent'.length)}-agent`
  return [base, whole].find((handle) => handleProblem(handle) === null) ?? NAMELESS
}

const COUNTED = 20

/** Handles made from the name, best first; the last ones are random, of which some are always free. */
export function handlesFrom(name: string, random: () => number): string[] {
  const base = handleFrom(name)
  const counted = Array.from({ length: COUNTED - 1 }, (_, index) => index + 2)
  const drawn = Array.from({ length: 3 }, () => 10_000 + Math.floor(random() * 90_000))
  const numbered = [...counted, ...drawn].map((number) => `${base}-${number}`)
  return [base, ...numbered].filter((handle) => handleProblem(handle) === null)
}

function cut(text: string, length: number): string {
  return text.replace(/^-+/, '').slice(0, length).replace(/-+$/, '')
}

/** As owners write it, in any case. An empty text stands for the handle made from the agent's name. */
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

/** A text that could be no handle needs no look-up in a database. */
export function couldBeHandle(handle: string): boolean {
  return handle.length >= limits.handle.min && handle.length <= limits.handle.max && allowed.test(handle)
}

export function plainHandle(text: string): string {
  return text.trim().replace(/^@/, '').toLowerCase()
}
