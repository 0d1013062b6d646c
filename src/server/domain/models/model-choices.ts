import type { ModelChoice, ModelRef } from '../../../shared/models/model-choice.ts'
import { partsOfRef } from '../../../shared/models/model-choice.ts'
import type { AnsweringModel, ModelList } from '../../../shared/models/models.ts'
import { Failure } from '../failure.ts'
import { type AgentsModel, type ChooseModel, createChooseModel, type SomeModels } from './choose-model.ts'

/** What people may choose from, and whether what they chose is there. */
export class ModelChoices {
  readonly #models: SomeModels
  readonly choose: ChooseModel

  constructor(models: SomeModels) {
    this.#models = models
    this.choose = createChooseModel(models)
  }

  /** @param agent the agent whose own model is named besides */
  async list(wallet: string | null, agent: AgentsModel | null): Promise<ModelList> {
    const { place, keyed } = this.#models
    const [ofPlace, own] = await Promise.all([place.list(), wallet === null ? [] : keyed.list(wallet)])
    const { model, payer } = await this.choose({ agent, wanted: null, wallet })
    const usual: AnsweringModel = { provider: model.provider, model: model.model, payer }
    const { ref } = place.standard()
    return { place: ofPlace, own, standard: ref, usual: model.ref === null ? null : usual }
  }

  /** Whether the place or one of the wallet's keys has it. */
  async isThere(wallet: string, ref: ModelRef): Promise<boolean> {
    const { place, keyed } = this.#models
    const found = partsOfRef(ref).keyId === null ? place.find(ref) : await keyed.find(wallet, ref)
    return found !== null
  }

  /** @throws {Failure} `validation_failed` at `field` if the wallet can't choose it */
  async require(wallet: string, ref: ModelRef | null | undefined, field: string): Promise<void> {
    if (ref == null || (await this.isThere(wallet, ref))) return
    const message = 'There is no such model here. Choose another one.'
    throw new Failure('validation_failed', message, { errors: { [field]: message } })
  }

  /** What is left of a choice that was made elsewhere: its settings, without a model that this place does not have. */
  async adopt(wallet: string, choice: ModelChoice | null): Promise<ModelChoice | null> {
    if (choice === null || choice.ref === null || (await this.isThere(wallet, choice.ref))) return choice
    const kept = { ...choice, ref: null }
    return Object.values(kept).every((value) => value === null) ? null : kept
  }
}
