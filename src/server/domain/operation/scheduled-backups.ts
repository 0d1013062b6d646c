import { constants as modes } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../../base/log.ts'
import { syncPath } from '../../base/sync-path.ts'
import type { KnowsBackups, LastBackup } from './last-backup.ts'

const LOOK_MS = 30_000

/** The least time between a failed attempt and the next one. */
const RETRY_MS = 10 * 60_000

const LACKS_FILES =
  'Files are not in it, because the store of files has lost or damaged them, or can’t read them: run bionic check.'

/** What the name of a backup that lacks files ends with. */
export const INCOMPLETE = '-incomplete.zip'

type FoundBackup = LastBackup & { file: string }

interface ScheduledBackupsOptions {
  folder: string
  /** In milliseconds; without it nothing is ever backed up here. */
  everyMs: number | undefined
  /** In milliseconds. The newest, and the newest that lacks no files, are kept however old they are. */
  keepMs: number
  /**
   * Short and of hexadecimal digits: what this place marks its backups with, because others may use the same folder.
   * Rejects where the database does not say.
   */
  place: () => Promise<string>
  /** Writes the file, or rejects with a reason for the operator and leaves none. */
  make: (file: string, signal: AbortSignal) => Promise<{ bytes: number; missingFiles: number }>
  lead: { holds(): Promise<boolean>; release(): Promise<void> }
  clock: () => Date
  log: Logger
}

/** Backs the database up when the last backup is old enough, and removes those that are too old. */
export class ScheduledBackups implements KnowsBackups {
  readonly #options: ScheduledBackupsOptions
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #last: LastBackup | null = null
  #place: string | null = null

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options
  }

  last(): LastBackup | null {
    return this.#last
  }

  nextAt(): Date | null {
    const { everyMs } = this.#options
    if (everyMs === undefined) return null
    const waitMs = this.#last?.state === 'failed' && !this.#last.file ? Math.min(RETRY_MS, everyMs) : everyMs
    return this.#last ? new Date(this.#last.at.getTime() + waitMs) : this.#options.clock()
  }

  /** Does nothing without a schedule. */
  async start(): Promise<void> {
    if (this.#options.everyMs === undefined) return
    this.#last = (await this.#find())[0] ?? null
    await this.#tryFolder()
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref()
  }

  /** Makes a backup if it is time for one. Never rejects. */
  look(): Promise<void> {
    this.#running ??= this.#look()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'backups can not be looked after'))
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#running
    await this.#options.lead.release()
  }

  async #look(): Promise<void> {
    const { lead } = this.#options
    const isLeading = await lead.holds()
    // A clock that was set back must not put off the next one until it is as late again.
    if (this.#last && this.#last.at > this.#options.clock()) this.#last = null
    const [newest] = await this.#find()
    // Where servers share the folder, each of them knows of what another one made.
    if (newest && (!this.#last || newest.at > this.#last.at)) this.#last = newest
    if (!isLeading || this.#place === null || !this.#isDue(newest) || this.#closing.signal.aborted) return
    // Where making new ones fails, old ones may be needed for longer.
    if (await this.#make()) await this.#removeOld()
  }

  /** What would make each backup fail is told at the start, not hours later. */
  async #tryFolder(): Promise<void> {
    const { folder, clock, log } = this.#options
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, modes.W_OK | modes.X_OK)
    } catch (error) {
      const reason = `Nothing can be written into ${folder} (${(error as NodeJS.ErrnoException).code}): set BACKUP_DIR to a folder that this user may read and write.`
      this.#last = { state: 'failed', at: clock(), tookMs: 0, reason }
      log.warn({ reason }, 'the database can not be backed up')
    }
  }

  #isDue(newest: LastBackup | undefined): boolean {
    const { everyMs = Number.POSITIVE_INFINITY, clock } = this.#options
    const now = clock().getTime()
    if (this.#last?.state === 'failed' && now - this.#last.at.getTime() < Math.min(RETRY_MS, everyMs))
      return false
    return !newest || now - newest.at.getTime() >= everyMs
  }

  /** False if there is none now. */
  async #make(): Promise<boolean> {
    const { folder, make, clock, log } = this.#options
    const at = clock()
    const file = join(folder, nameFor(at, this.#place))
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await this.#removeDrafts()
      const { bytes, missingFiles } = await make(file, this.#closing.signal)
      const tookMs = clock().getTime() - at.getTime()
      if (missingFiles > 0) {
        const incomplete = join(folder, nameFor(at, this.#place, INCOMPLETE))
        await rename(file, incomplete)
        syncPath(folder)
        this.#last = { state: 'failed', at, tookMs, reason: LACKS_FILES, file: incomplete }
        log.error({ ...this.#last, missingFiles }, 'the backup of the database lacks files')
      } else {
        this.#last = { state: 'done', at, tookMs, file, bytes }
        log.info(this.#last, 'the database was backed up')
      }
      return true
    } catch (error) {
      if (this.#closing.signal.aborted) return false
      const reason = error instanceof Error ? error.message : 'something was thrown that is no error'
      this.#last = { state: 'failed', at, tookMs: clock().getTime() - at.getTime(), reason }
      log.error(this.#last, 'the database was not backed up')
      return false
    }
  }

  async #removeOld(): Promise<void> {
    const { keepMs, clock } = this.#options
    const [, ...older] = await this.#find()
    // The newest that lacks no files may be the only one that has them.
    const whole = this.#last?.state === 'failed' && older.find(({ state }) => state === 'done')
    for (const found of older)
      if (found !== whole && clock().getTime() - found.at.getTime() > keepMs)
        await rm(found.file, { force: true })
  }

  /** What processes that were killed left, each with a name of its own: attempts that fail again and again must not fill the disk. */
  async #removeDrafts(): Promise<void> {
    const { folder } = this.#options
    for (const name of await readdir(folder))
      if (name.endsWith('.part') && this.#timeOf(name.replace(/(?:\.[\da-f-]{36})?\.part$/, '')) !== null)
        await rm(join(folder, name), { force: true })
  }

  /**
   * The newest first: a backup has its name only once all of it is written. Those that a clock which was ahead gave a
   * time yet to come are left out, and stay where they are.
   */
  async #find(): Promise<FoundBackup[]> {
    const { folder, clock, place } = this.#options
    this.#place = await place().catch(() => this.#place)
    const names = await readdir(folder).catch(() => [])
    const found: FoundBackup[] = []
    for (const name of names.toSorted().reverse()) {
      const at = this.#timeOf(name)
      const file = join(folder, name)
      const status = at && (await stat(file).catch(() => null))
      if (!at || !status || at > clock()) continue
      const tookMs = Math.max(0, Math.round(status.mtimeMs - at.getTime()))
      found.push(
        name.endsWith(INCOMPLETE)
          ? { state: 'failed', at, tookMs, reason: LACKS_FILES, file }
          : { state: 'done', at, tookMs, file, bytes: status.size },
      )
    }
    return found
  }

  /** Null for what is no backup of this place. Those of earlier versions have no mark. */
  #timeOf(name: string): Date | null {
    const { at = null, place = this.#place } = readBackupName(name) ?? {}
    return place === this.#place ? at : null
  }
}

/** When a backup of a schedule was made, and the mark of its place; null for the name of anything else. */
export function readBackupName(name: string): { at: Date; place: string | undefined } | null {
  const [, day, hour, minute, second, place] =
    /^bionic-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-([\da-f]+))?(?:-incomplete)?\.zip$/.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : { at, place }
}

/** Names sort as their times do. Not every file system takes colons. */
function nameFor(at: Date, place: string | null, end = '.zip'): string {
  return `bionic-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${place}${end}`
}
