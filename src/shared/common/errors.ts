import * as z from 'zod/mini'

/** Clients may rely on the codes; the texts may change. */
export const problemCodes = [
  'validation_failed',
  'bad_request',
  'misdirected_request',
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'not_signed_in',
  'key_invalid',
  'forbidden',
  'cross_site_request',
  'not_found',
  'method_not_allowed',
  'conflict',
  'name_given_up',
  'reply_running',
  'conversation_full',
  'briefs_full',
  'already_decided',
  'call_expired',
  'servers_full',
  'server_failed',
  'muted',
  'not_participant',
  'realm_full',
  'swarm_busy',
  'cursor_invalid',
  'image_invalid',
  'image_too_large',
  'archive_invalid',
  'archive_too_large',
  'card_invalid',
  'card_too_large',
  'offer_expired',
  'source_invalid',
  'source_too_large',
  'sources_full',
  'nonce_invalid',
  'sign_in_rejected',
  'signature_required',
  'signature_rejected',
  'undo_expired',
  'upgrade_required',
  'rate_limited',
  'words_used_up',
  'model_used_up',
  'question_too_long',
  'model_failed',
  'too_many_sockets',
  'server_busy',
  'not_ready',
  'storage_full',
  'quota_reached',
  'database_unavailable',
  'internal_error',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** RFC 9457 with a stable code and the id under which the server logged the request. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  code: z.enum(problemCodes),
  requestId: z.string(),
  /** For a 422: messages by the path of the field (`name`, `capabilities.0`). */
  errors: z.optional(z.record(z.string(), z.string())),
  /** For a 429 or 503, in seconds. */
  retryAfter: z.optional(z.number()),
})

export type Problem = z.infer<typeof problemSchema>
