import type { Env } from '../env.ts'

/** What is known of a trace that a request belongs to, by W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  sampled: boolean
}

/** The first version of `traceparent`; a later one may go on after it. */
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

const LONGEST = 256

/** @returns undefined for what is no valid header */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  if (header === undefined || header.length > LONGEST) return undefined
  const [, traceId, spanId, flags = ''] = traceparent.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  if (header.startsWith('00') && header.length > 55) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
}

/** A request's id is a UUID, which has as many bytes as the id of a trace: who knows one knows the other. */
export function traceIdOf(requestId: string): string {
  return requestId.replaceAll('-', '')
}

/** Of the trace id's last seven bytes, which are random. */
const RANDOM_VALUES = 2 ** 56

/** Decides which traces are recorded, as OTEL_TRACES_SAMPLER names it. */
export class Sampler {
  readonly #name: Env['OTEL_TRACES_SAMPLER']
  readonly #ratio: number

  constructor(name: Env['OTEL_TRACES_SAMPLER'], ratio = 1) {
    this.#name = name
    this.#ratio = name.endsWith('always_off') ? 0 : name.endsWith('always_on') ? 1 : ratio
  }

  /** @param parent what another program decided, if one began the trace */
  takes(traceId: string, parent?: Pick<TraceContext, 'sampled'>): boolean {
    if (parent && this.#name.startsWith('parentbased')) return parent.sampled
    return Number.parseInt(traceId.slice(-14), 16) < this.#ratio * RANDOM_VALUES
  }
}
