import type { LooksLike } from '../../../shared/trust/looks-like.ts'
import type { NewWallets } from '../quotas/new-wallets.ts'
import type { LookAlikes } from '../trust/look-alikes.ts'
import type { Manifests } from './manifests.ts'

interface AgentHooksOptions {
  manifests: Pick<Manifests, 'note'>
  lookAlikes: Pick<LookAlikes, 'lookAtAgent'>
  newWallets: Pick<NewWallets, 'hold'>
  /** Tells the rooms with these agents. Never rejects. */
  tellRealms: (agentIds: readonly string[]) => Promise<void>
  /** An agent that lists had is in none any more. */
  onUnlisted: () => void
}

/** What else happens whenever an agent is published, made or changed, whoever does it and by whichever way. */
export class AgentHooks {
  readonly #options: AgentHooksOptions

  constructor(options: AgentHooksOptions) {
    this.#options = options
  }

  /** Goes around what makes an agent public. @throws {Failure} `too_new` */
  publishing<Result>(
    owner: string,
    work: () => Promise<Result>,
    once: { kept: (result: Result) => boolean; before?: () => Promise<Result | null> },
  ): Promise<Result> {
    return this.#options.newWallets.hold(owner, 'agents', work, once)
  }

  /**
   * To be called once a change is stored.
   * @param isPublished whether everybody finds the agent from now on
   * @returns whom its name is taken for
   */
  async changed(id: string, isPublished = false): Promise<LooksLike | null> {
    await this.#options.manifests.note(id)
    return this.#options.lookAlikes.lookAtAgent(id, isPublished)
  }

  /**
   * To be called once it is stored that others see another agent, none any more, or one again.
   * @param isHidden whether it is none
   */
  shownChanged(id: string, isHidden = false): Promise<void> {
    if (isHidden) this.#options.onUnlisted()
    return this.#options.tellRealms([id])
  }
}
