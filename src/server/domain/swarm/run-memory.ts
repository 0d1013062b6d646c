import { limits, UNKEPT_RUN_MS } from '../../../shared/common/limits.ts'
import type { SteppedRun } from '../../db/swarm/swarm-turns.ts'
import type { FoundRun, RunCap } from './run-store.ts'

/** For the runs of all visitors together. */
export interface MemoryCaps {
  running: number
  characters: number
}

/** About 80 MB: two bytes per character; a run may still grow by the 21 turns of a phase with 8,000 characters each. */
const CAPS: MemoryCaps = { running: 100, characters: 24_000_000 }

/** Of a run besides its texts, in characters. */
const FRAME = 2_000

/** Immutable: a change creates a new object. */
export interface MemoryRun extends SteppedRun {
  id: string
  awaitsStep: boolean
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

const untilOf = ({ updatedAt }: MemoryRun) => new Date(updatedAt.getTime() + UNKEPT_RUN_MS)

export const isRunning = ({ state }: MemoryRun) => state === 'running'

function sizeOf({ phases, turns }: MemoryRun): number {
  const asked = phases.reduce((sum, { task }) => sum + task.length, 0)
  const quoted = turns
    .flatMap(({ sources = [] }) => sources)
    .reduce((sum, { quote }) => sum + quote.length, 0)
  return turns.reduce((sum, { content }) => sum + content.length, FRAME + asked + quoted)
}

/** Keeps visitors' runs, each for an hour after its last task. */
export class RunMemory {
  readonly #clock: () => Date
  readonly #caps: MemoryCaps
  /** In order of their last task. */
  readonly #runs = new Map<string, MemoryRun>()

  constructor(clock: () => Date, caps: MemoryCaps = CAPS) {
    this.#clock = clock
    this.#caps = caps
  }

  all(): MemoryRun[] {
    return [...this.#runs.values()]
  }

  /** Not expired; a deleted run is known as long as it can be restored. */
  known(id: string): MemoryRun | undefined {
    const run = this.#runs.get(id)
    return run && untilOf(run) > this.#clock() ? run : undefined
  }

  shown(id: string): MemoryRun | undefined {
    const run = this.known(id)
    return run?.deletedAt === null ? run : undefined
  }

  change(run: MemoryRun, by: Partial<MemoryRun>): void {
    this.#runs.set(run.id, { ...run, ...by })
  }

  /** Begins or resumes a run, which restarts its hour. */
  begin(run: Omit<MemoryRun, 'state' | 'stopped' | 'awaitsStep' | 'updatedAt'>, now: Date): void {
    this.#runs.delete(run.id)
    this.#runs.set(run.id, { ...run, state: 'running', stopped: false, awaitsStep: true, updatedAt: now })
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#runs.delete(id)
  }

  forgetOver(): void {
    for (const run of this.all()) if (untilOf(run) <= this.#clock()) this.#runs.delete(run.id)
  }

  /** Removes the least recently used completed runs. @returns the cap that prevents another one, if one does */
  makeRoom({ id, owner }: { id: string; owner: string }): RunCap | null {
    this.forgetOver()
    const others = this.all().filter((run) => run.id !== id)
    const running = others.filter(isRunning)
    if (running.filter((run) => run.owner === owner).length >= limits.swarmRunning) return 'busy'
    if (running.length >= this.#caps.running) return 'full'
    let characters = others.reduce((sum, run) => sum + sizeOf(run), 0)
    let own = others.filter((run) => run.owner === owner).length
    for (const run of others) {
      const isOneTooMany = run.owner === owner && own >= limits.unkeptRuns
      if (isRunning(run) || !(isOneTooMany || characters > this.#caps.characters)) continue
      this.#runs.delete(run.id)
      characters -= sizeOf(run)
      if (run.owner === owner) own -= 1
    }
    return characters > this.#caps.characters ? 'full' : null
  }
}

export function foundRun(run: MemoryRun): FoundRun {
  const { owner, stopped: _stopped, awaitsStep: _awaitsStep, deletedAt: _deletedAt, ...shown } = run
  return {
    owner,
    run: {
      ...shown,
      shared: true,
      until: untilOf(run).toISOString(),
      createdAt: run.createdAt.toISOString(),
      updatedAt: run.updatedAt.toISOString(),
    },
  }
}
