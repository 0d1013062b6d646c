import {
  createRandom,
  hostileText,
  type Random,
  randomId,
  type Schema,
  type Source,
  spoil,
  strangeValue,
  validValue,
} from './values.ts'

/** The description of the API, as the server sends it. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

export interface FuzzedRequest {
  method: string
  /** The path and query as transferred. */
  target: string
  headers: Record<string, string>
  body?: string | Buffer
  signedIn: boolean
}

/** Addresses of the web, which the description of the API does not contain. */
const pages = [
  '/',
  '/vacant',
  '/isolated',
  '/realm',
  '/join',
  '/chat',
  '/archives',
  '/social',
  '/swarm',
  '/control',
  '/no/such',
]

/** Targets that no link has. Node's client sends them unchanged. */
const strangeTargets = [
  '//',
  '///',
  '//[',
  '//other.example/x',
  '/\\other.example',
  '/%',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/%c0%ae%c0%ae/',
  '/..;/',
  '/api',
  '/api/',
  '/api//agents',
  '/api/agents/',
  '/api/no/such/address',
  '/images/0.webp',
  '/assets/../package.json',
  `/${'a'.repeat(4_000)}`,
  `/vacant?${'query=a&'.repeat(400)}`,
  '/chat/%E0%A4%A',
  '/realm/%ff',
]

/**
 * An infinite sequence of requests, the same for the same seed: most match the description, many are invalid, and some
 * are such that no client sends them.
 */
export function createRequests(description: Description, seed: number, knownId: () => string | undefined) {
  const random = createRandom(seed)
  const source: Source = {
    random,
    id: () => knownId() ?? randomId(random),
    resolve: (reference) => description.components.schemas[reference.split('/').at(-1) ?? ''] ?? {},
  }
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

  return function next(): FuzzedRequest {
    const signedIn = random.chance(0.7)
    if (random.chance(0.03)) return get(random.pick(strangeTargets), signedIn, random)
    if (random.chance(0.03)) return get(random.pick(pages), signedIn, random)
    const { path, method, operation } = random.pick(operations)
    const fill = (name: string) => (random.chance(0.85) ? source.id() : `${strangeText(random)}${name}`)
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(fill(name).toWellFormed()),
    )
    const query = new URLSearchParams()
    for (const { name, in: where, schema } of operation.parameters ?? []) {
      if (where !== 'query' || random.chance(0.5)) continue
      query.append(name, random.chance(0.7) ? String(validValue(schema ?? {}, source)) : strangeText(random))
    }
    const target = query.size > 0 ? `${filled}?${query}` : filled
    const usual = {
      method: random.chance(0.97) ? method : random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']),
      target,
      signedIn,
    }
    const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {})
    if (!type || usual.method === 'HEAD') return { ...usual, headers: {} }
    if (type !== 'application/json')
      return { ...usual, headers: { 'content-type': 'image/png' }, body: strangeBytes(random) }
    const valid = validValue(content?.schema ?? {}, source)
    return { ...usual, ...jsonBody(random.chance(0.5) ? valid : spoil(valid, random), random) }
  }
}

function get(target: string, signedIn: boolean, random: Random): FuzzedRequest {
  const headers: Record<string, string> = random.chance(0.1) ? { 'accept-language': strangeText(random) } : {}
  return { method: 'GET', target, headers, signedIn }
}

function jsonBody(value: unknown, random: Random): Pick<FuzzedRequest, 'headers' | 'body'> {
  const json = JSON.stringify(value)
  const headers = { 'content-type': 'application/json' }
  if (random.chance(0.94)) return { headers, body: json }
  return random.pick<() => Pick<FuzzedRequest, 'headers' | 'body'>>([
    () => ({ headers, body: json.slice(0, random.between(0, json.length)) }),
    () => ({ headers, body: '' }),
    () => ({ headers, body: strangeBytes(random) }),
    () => ({ headers: { 'content-type': 'text/plain' }, body: json }),
    () => ({ headers, body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }),
    () => ({ headers, body: `{"a":${JSON.stringify('x'.repeat(200_000))}}` }),
    () => ({
      headers,
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, key) => [key, 0]))),
    }),
    () => ({ headers: { ...headers, 'content-encoding': 'gzip' }, body: strangeBytes(random) }),
  ])()
}

/** Characters that are allowed in a header or an address. */
function strangeText(random: Random): string {
  const value = random.chance(0.7) ? hostileText(random) : JSON.stringify(strangeValue(random))
  return encodeURIComponent(value.toWellFormed().slice(0, 300))
}

function strangeBytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: random.between(0, 600) }, () => random.between(0, 255)))
}
