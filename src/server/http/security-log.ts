import type { ProblemCode } from '../../shared/common/errors.ts'
import type { Logger } from '../base/log.ts'

/** The kinds of security events, as logged in the field `kind`. */
export type SecurityEventKind =
  | 'sign_in_failed'
  | 'not_signed_in'
  | 'key_refused'
  | 'forbidden'
  | 'cross_site'
  | 'rate_limited'
  | 'host_refused'
  | 'request_refused'
  | 'metrics_refused'
  | 'connection_refused'

/** The kind of event for each error code; null for codes that do not indicate an attack. */
export const securityEventOf = {
  validation_failed: null,
  bad_request: 'request_refused',
  misdirected_request: 'host_refused',
  malformed_json: null,
  body_too_large: 'request_refused',
  unsupported_media_type: null,
  not_signed_in: 'not_signed_in',
  key_invalid: 'key_refused',
  forbidden: 'forbidden',
  cross_site_request: 'cross_site',
  not_found: null,
  method_not_allowed: 'request_refused',
  conflict: null,
  name_given_up: null,
  reply_running: null,
  conversation_full: null,
  briefs_full: null,
  already_decided: null,
  call_expired: null,
  servers_full: null,
  server_failed: null,
  muted: 'forbidden',
  not_participant: 'forbidden',
  realm_full: null,
  suspended: 'forbidden',
  banned: 'forbidden',
  slow_mode: null,
  too_new: null,
  taken_down: null,
  asked_by_agent: 'request_refused',
  already_objected: null,
  not_entitled: null,
  swarm_busy: null,
  cursor_invalid: null,
  image_invalid: null,
  image_too_large: null,
  archive_invalid: null,
  archive_too_large: null,
  card_invalid: null,
  card_too_large: null,
  offer_expired: null,
  source_invalid: null,
  source_too_large: null,
  sources_full: null,
  nonce_invalid: 'sign_in_failed',
  signature_required: null,
  signature_rejected: 'sign_in_failed',
  sign_in_rejected: 'sign_in_failed',
  undo_expired: null,
  upgrade_required: null,
  rate_limited: 'rate_limited',
  words_used_up: null,
  model_used_up: null,
  question_too_long: null,
  model_failed: null,
  not_ready: null,
  server_busy: null,
  storage_full: null,
  quota_reached: null,
  database_unavailable: null,
  files_unavailable: null,
  too_many_sockets: 'rate_limited',
  internal_error: null,
} as const satisfies Record<ProblemCode, SecurityEventKind | null>

/** The logged fields never contain a token, a body, a query or any other text that a client made up. */
interface SecurityEvent {
  kind: SecurityEventKind
  address: string
  requestId?: string
  code?: ProblemCode
  method?: string
  /** The pattern of the route, without the actual parameters. */
  route?: string
}

const WINDOW_MS = 60_000

/** Lines a minute of one kind, and of one kind from one address; further events are logged as a sum. */
const LINES = 60
const LINES_OF_ADDRESS = 10

interface Window {
  lines: number
  byAddress: Map<string, number>
  more: number
}

/** Logs security events (`event: "security"`), with a limit per minute so that an attacker cannot fill the log. */
export class SecurityLog {
  readonly #log: Logger
  readonly #windows = new Map<SecurityEventKind, Window>()

  constructor(log: Logger) {
    this.#log = log
  }

  report({ kind, address, ...rest }: SecurityEvent): void {
    const window = this.#windows.get(kind) ?? this.#openWindow(kind)
    const ofAddress = window.byAddress.get(address) ?? 0
    if (window.lines >= LINES || ofAddress >= LINES_OF_ADDRESS) {
      window.more += 1
      return
    }
    window.lines += 1
    window.byAddress.set(address, ofAddress + 1)
    this.#log.warn({ event: 'security', kind, address: address.slice(0, 64), ...rest }, 'security event')
  }

  #openWindow(kind: SecurityEventKind): Window {
    const window: Window = { lines: 0, byAddress: new Map(), more: 0 }
    this.#windows.set(kind, window)
    setTimeout(() => {
      this.#windows.delete(kind)
      if (window.more > 0)
        this.#log.warn({ event: 'security', kind, more: window.more }, 'more of these were not written')
    }, WINDOW_MS).unref()
    return window
  }
}
