import type { ImportedKind } from '../../../shared/own-data/export-format.ts'
import { idFrom } from '../../base/id-from.ts'

/** The ids of what an import creates. They follow from the import's own, so that a retry creates nothing twice. */
export class ImportedIds {
  readonly #import: { id: string; wallet: string }
  readonly #agents = new Map<string, string>()

  constructor({ id, wallet }: { id: string; wallet: string }) {
    this.#import = { id, wallet }
  }

  fresh(kind: ImportedKind | 'documents' | 'stories', old: string): string {
    return idFrom([this.#import.id, this.#import.wallet, kind, old.toLowerCase()])
  }

  agentCreated(old: string): void {
    this.#agents.set(old.toLowerCase(), this.fresh('agents', old))
  }

  /** An agent that the import has created, or else the one that has this id here. */
  agent(old: string): string {
    return this.#agents.get(old.toLowerCase()) ?? old
  }
}
