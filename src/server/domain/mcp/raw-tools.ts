import { createHash } from 'node:crypto'
import { unstorable } from '../../../shared/text/plain-text.ts'
import { canonicalJson, digestOf } from '../tools/digests.ts'
import type { RawTool } from './mcp-connection.ts'

/** A longer tool object is not listed: it would fill the window of a model. */
const MAX_CHARACTERS = 32 * 1024
const MAX_NAME = 128
const MAX_TITLE = 120

/** Of models and their providers. */
const CALLED_AS = 64

/** Neither control letters nor what changes how a text around it is shown. */
const plainName = /^[^\p{C}\p{Z}]+$/u

/** A tool object that can be offered, with its pin. */
interface PinnedTool {
  name: string
  /** SHA-256 of the canonical JSON of all of it: neither the order of keys nor white space counts. */
  pin: string
  raw: RawTool
}

/**
 * The tools of a listing that can be offered, each name once, in the server's order.
 * @property left how many can't be
 */
export function pinTools(tools: readonly RawTool[]): { pinned: PinnedTool[]; left: number } {
  const byName = new Map<string, PinnedTool>()
  for (const raw of tools)
    if (!byName.has(raw.name) && isUsable(raw))
      byName.set(raw.name, { name: raw.name, pin: digestOf(raw), raw })
  return { pinned: [...byName.values()], left: tools.length - byName.size }
}

function isUsable(raw: RawTool): boolean {
  const { name, inputSchema, description } = raw
  if (name.length > MAX_NAME || !plainName.test(name)) return false
  if (description !== undefined && typeof description !== 'string') return false
  if (!isObject(inputSchema) || inputSchema.type !== 'object') return false
  // One that the database can't take would keep all others of its listing from being stored.
  if (!unstorable(raw).next().done) return false
  return JSON.stringify(raw).length <= MAX_CHARACTERS && areHeadersValid(inputSchema)
}

export const descriptionOf = ({ description }: Readonly<Record<string, unknown>>): string =>
  typeof description === 'string' ? description : ''

export const parametersOf = ({ inputSchema }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  isObject(inputSchema) ? inputSchema : { type: 'object' }

/** As people read it, on one line. */
export function titleOf(raw: Readonly<Record<string, unknown>>): string {
  const { title, annotations, name } = raw
  const ofHints = isObject(annotations) ? annotations.title : undefined
  const [found] = [title, ofHints, name].filter((one) => typeof one === 'string' && one.trim() !== '')
  const shown = String(found ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  return shown.trim().slice(0, MAX_TITLE)
}

export const saysReadOnly = ({ annotations }: Readonly<Record<string, unknown>>): boolean =>
  isObject(annotations) && annotations.readOnlyHint === true

/** Indented, with its keys in order, so that two differ in what differs. */
export const indented = (raw: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(JSON.parse(canonicalJson(raw)), null, 2)

/**
 * What a model calls a tool: `server__tool`. A name that had to be changed, or that another tool has as well, ends with
 * a hash of where it is from, so that a tool keeps its name whatever else is listed.
 */
export function calledNames(tools: readonly { server: string; slug: string; name: string }[]): string[] {
  const wanted = tools.map(({ slug, name }) => `${slug}__${name}`)
  const clean = wanted.map((name) => name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, CALLED_AS))
  const counts = new Map<string, number>()
  for (const name of clean) counts.set(name, (counts.get(name) ?? 0) + 1)
  return tools.map(({ server, name }, at) => {
    const cleaned = clean[at] ?? ''
    if (cleaned === wanted[at] && counts.get(cleaned) === 1) return cleaned
    const hash = createHash('sha256').update(`${server}\0${name}`).digest('hex').slice(0, 8)
    return `${cleaned.slice(0, CALLED_AS - 9)}_${hash}`
  })
}

/** A short name of a server for the names of its tools. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 20) || 'server'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const HEADER = 'x-mcp-header'
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/**
 * Whether the parameters that are to be sent as headers are such as the protocol allows: plain values under a chain of
 * `properties`, each under a name of its own. A tool with others has to be left out (2026-07-28, Streamable HTTP).
 */
function areHeadersValid(schema: Record<string, unknown>): boolean {
  const names = new Set<string>()
  const visit = (node: unknown, isReachable: boolean, depth: number): boolean => {
    if (depth > 60) return false
    if (Array.isArray(node)) return node.every((one) => visit(one, false, depth + 1))
    if (!isObject(node)) return true
    if (HEADER in node) {
      const name = node[HEADER]
      const isPlain = ['string', 'integer', 'boolean'].includes(String(node.type))
      if (!isReachable || depth === 0 || typeof name !== 'string' || !token.test(name) || !isPlain)
        return false
      if (names.has(name.toLowerCase())) return false
      names.add(name.toLowerCase())
    }
    return Object.entries(node).every(([key, value]) =>
      key === 'properties' && isObject(value)
        ? Object.values(value).every((one) => visit(one, isReachable, depth + 1))
        : ['default', 'const', 'enum', 'examples'].includes(key) || visit(value, false, depth + 1),
    )
  }
  return visit(schema, true, 0)
}
