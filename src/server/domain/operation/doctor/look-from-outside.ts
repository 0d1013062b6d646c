import * as z from 'zod/mini'
import type { Env } from '../../../base/env.ts'
import { PROBE_HEADER, signProbe } from '../../../base/secrets/probe-key.ts'
import { type Advice, clockAdvice, fault, ok, warn } from './advice.ts'

const PATIENCE_MS = 10_000

/** Events come a quarter of a second apart; what lies in between may add some of that, not all. */
const HELD_BACK_MS = 300

const arrivedSchema = z.object({ forwarded: z.int(), trusted: z.int(), time: z.number() })

interface Answer {
  status: number
  /** Of its clock to ours, in milliseconds; null where it says no time. */
  difference: number | null
  text: string
  /** Milliseconds between the first and the last piece. */
  lasted: number
}

/** Asks the running server through `PUBLIC_URL`, as a browser would, what became of the request on its way. */
export async function lookFromOutside(env: Env): Promise<Advice[]> {
  const address = env.PUBLIC_URL
  if (address === undefined)
    return [
      env.HOST.startsWith('127.') || env.HOST === 'localhost' || env.HOST === '::1'
        ? ok('public.address', 'PUBLIC_URL is not set: people sign in at this machine alone.')
        : warn(
            'public.address',
            'PUBLIC_URL is not set, so nobody can sign in from elsewhere.',
            'Set PUBLIC_URL to the address that people use.',
          ),
    ]
  const url = new URL('/probez', address)
  const isLocal = /^(localhost|127\.|\[::1\])/.test(url.hostname)
  const advice: Advice[] = []
  if (url.protocol !== 'https:' && !isLocal)
    advice.push(
      fault(
        'public.https',
        'PUBLIC_URL begins with http://, so browsers give wallets and passkeys nothing.',
        'Have a proxy serve it by https, and set PUBLIC_URL to that.',
      ),
    )
  const answer = await askTwice(url, env).catch((error: unknown) => reasonOf(error))
  if (typeof answer === 'string')
    return [
      ...advice,
      fault(
        'public.reachable',
        `Nothing answers at ${url.origin} (${answer}).`,
        'Start the server and the proxy, and see to it that the name leads to this machine.',
      ),
    ]
  if (answer.difference !== null) advice.push(clockAdvice('public.clock', url.origin, answer.difference))
  return [...advice, ...adviceOn(answer, url, env)]
}

function adviceOn({ status, text, lasted }: Answer, url: URL, env: Env): Advice[] {
  const data = /^data: (.*)$/m.exec(text)?.[1]
  if (status !== 200 || data === undefined) return [refusalAdvice(status, text, url)]
  const arrived = arrivedSchema.safeParse(JSON.parse(data))
  if (!arrived.success) return [refusalAdvice(status, text, url)]
  const { forwarded, trusted } = arrived.data
  return [
    ok('public.reachable', `${url.origin} leads to this place, with its own name.`),
    lasted >= HELD_BACK_MS
      ? ok('public.streams', 'What is streamed arrives as it is sent.')
      : fault(
          'public.streams',
          'A proxy holds streams back, so that replies appear only once they are complete.',
          'Switch buffering off for this place: proxy_buffering off (nginx), flush_interval -1 (Caddy).',
        ),
    proxyAdvice(forwarded, trusted),
    ...(trusted === env.TRUSTED_PROXIES
      ? []
      : [
          warn(
            'public.settings',
            'The running server has another TRUSTED_PROXIES than is set here.',
            'Restart the server, or run this program with its settings.',
          ),
        ]),
  ]
}

function proxyAdvice(forwarded: number, trusted: number): Advice {
  if (forwarded === trusted)
    return ok('public.proxies', `Requests come through as many proxies as TRUSTED_PROXIES says (${trusted}).`)
  if (forwarded > trusted)
    return fault(
      'public.proxies',
      `Requests come through ${forwarded} proxies that append to X-Forwarded-For, and TRUSTED_PROXIES is ${trusted}: all visitors count as one.`,
      `Set TRUSTED_PROXIES=${forwarded}.`,
    )
  return fault(
    'public.proxies',
    `TRUSTED_PROXIES is ${trusted}, and requests come through ${forwarded}: anybody can pretend to be another address.`,
    `Set TRUSTED_PROXIES=${forwarded}, or have each proxy append to X-Forwarded-For.`,
  )
}

function refusalAdvice(status: number, text: string, url: URL): Advice {
  const code = /"code":\s*"(\w+)"/.exec(text)?.[1]
  if (code === 'misdirected_request')
    return fault(
      'public.host',
      'The proxy asks the server under another name than people use, which the server refuses.',
      'Have the proxy pass the Host on: proxy_set_header Host $host (nginx).',
    )
  return fault(
    'public.same',
    `What answers at ${url.origin} is not this place (status ${status}${code ? `, ${code}` : ''}).`,
    'Set PUBLIC_URL to the address of this place, or lead that address here; settings must be those of the server.',
  )
}

/** What this machine was busy with may have held the pieces back once; a proxy does so each time. */
async function askTwice(url: URL, env: Env): Promise<Answer> {
  const first = await ask(url, signProbe(env, Date.now()))
  return first.lasted >= HELD_BACK_MS ? first : ask(url, signProbe(env, Date.now()))
}

async function ask(url: URL, mark: string | null): Promise<Answer> {
  const before = Date.now()
  const answer = await fetch(url, {
    headers: { [PROBE_HEADER]: mark ?? '' },
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const decoder = new TextDecoder()
  let text = ''
  let first: number | undefined
  let last = 0
  for await (const piece of answer.body ?? []) {
    last = performance.now()
    first ??= last
    if (text.length < 65_536) text += decoder.decode(piece, { stream: true })
  }
  const date = Date.parse(answer.headers.get('date') ?? '')
  return {
    status: answer.status,
    difference: Number.isNaN(date) ? null : outside(date, before, Date.now()),
    text,
    lasted: last - (first ?? last),
  }
}

/** How far a time is before or after a span; 0 within it. */
const outside = (time: number, from: number, to: number) =>
  time < from ? time - from : time > to ? time - to : 0

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `no answer within ${PATIENCE_MS / 1000} s`
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
}
