import * as z from 'zod/mini'

/** What whoever runs a place may have to do something about. */
const placeWarnings = [
  'database_unreachable',
  'storage_full',
  'disk_low',
  'redis_unreachable',
  'redis_degraded',
  'replica_unread',
  'files_unreachable',
  'proxy_uncounted',
  'backup_failed',
  'no_backup',
] as const

/** A place as its operator sees it: the server that was asked, and what it knows of the others. */
export const placeStatusSchema = z.object({
  version: z.string(),
  startedAt: z.string(),
  leaving: z.boolean(),
  database: z.object({
    kind: z.enum(['embedded', 'postgresql']),
    /** How long it took to answer, in milliseconds; null if it does not. */
    latencyMs: z.nullable(z.number()),
    /** How many migrations it has had; null if it does not answer. */
    schema: z.nullable(z.int()),
    /** In bytes, of the disk of an embedded database; null for one elsewhere. */
    freeBytes: z.nullable(z.number()),
  }),
  /** Streaming replicas of the database. */
  replicas: z.array(
    z.object({
      /** Where it is. */
      name: z.string(),
      /** Whether it is read, or why the primary answers in its place. */
      state: z.enum(['read', 'behind', 'unreachable', 'no_replica', 'other_database']),
      /** How far it is behind, at most, in milliseconds; null where that is not known. */
      lagMs: z.nullable(z.number()),
    }),
  ),
  redis: z.enum(['none', 'healthy', 'unreachable']),
  /** The store of large files; `none` where the database has them. */
  files: z.enum(['none', 'healthy', 'unreachable']),
  /** Servers of this place that are heard, this one included; null where they are not heard. */
  servers: z.nullable(z.int()),
  /** On this server. */
  running: z.object({ replies: z.int(), sockets: z.int() }),
  /** Null before the first one. */
  backup: z.nullable(
    z.object({
      state: z.enum(['done', 'failed']),
      at: z.string(),
      tookMs: z.number(),
      /** Of one that is done. */
      bytes: z.optional(z.number()),
      /** Why it failed. */
      reason: z.optional(z.string()),
    }),
  ),
  /** Null where none is planned. */
  nextBackupAt: z.nullable(z.string()),
  /** Those that were asked since the server started. */
  models: z.array(
    z.object({
      provider: z.string(),
      model: z.string(),
      state: z.enum(['closed', 'half-open', 'open']),
      /** How often it was given up for a while. */
      opened: z.int(),
    }),
  ),
  warnings: z.array(z.enum(placeWarnings)),
})

export type PlaceStatus = z.infer<typeof placeStatusSchema>
export type PlaceWarning = PlaceStatus['warnings'][number]
