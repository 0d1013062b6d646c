import { AgentCard } from '@a2a-js/sdk'
import { PushNotificationNotSupportedError, UnsupportedOperationError } from '@a2a-js/sdk/errors'

/** The operations that agents and the place answer alike: with their card, and with what they refuse. */
export abstract class PlainHandler {
  readonly #card: object

  constructor(card: object) {
    this.#card = card
  }

  async getAgentCard(): Promise<AgentCard> {
    return AgentCard.fromJSON(this.#card)
  }

  async getAuthenticatedExtendedAgentCard(): Promise<never> {
    throw new UnsupportedOperationError('There is no extended card.')
  }

  createTaskPushNotificationConfig(): Promise<never> {
    return refusePush()
  }

  getTaskPushNotificationConfig(): Promise<never> {
    return refusePush()
  }

  listTaskPushNotificationConfigs(): Promise<never> {
    return refusePush()
  }

  deleteTaskPushNotificationConfig(): Promise<never> {
    return refusePush()
  }
}

async function refusePush(): Promise<never> {
  throw new PushNotificationNotSupportedError()
}
