import { Listeners } from '../../lib/listeners.ts'
import { type FieldErrors, firstFaulty, serverErrors } from './field-errors.ts'

/**
 * The state of sending a form. `declined` means that the wallet was asked for its signature and the person refused.
 * `sent` lasts until the form is removed or starts over.
 */
export type Submission<Name extends string = string> =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'sent' }
  | { state: 'declined' }
  /** `errors` are the server's messages for exactly these values, by field; empty if the error belongs to no field. */
  | { state: 'failed'; error: unknown; errors: FieldErrors<Name>; values: object }

/** Whether the form must not be sent again: it is being sent, or was sent. */
export const isBusy = ({ state }: Pick<Submission, 'state'>): boolean =>
  state === 'sending' || state === 'sent'

export interface Attempt<Values extends object, Name extends string, Sent> {
  values: Values
  fields: readonly Name[]
  /** The validation errors of the values; if a field of the form has one, nothing is sent. */
  errors: FieldErrors<Name>
  /** Sends the values; the result is null if the person declined to sign. */
  send: (values: Values) => Promise<Sent | null>
  /**
   * Whether the form stays open and can be sent again at once. Otherwise it stays in the state `sent` until it is
   * removed.
   */
  again?: boolean
}

export interface SubmissionHandlers<Sent> {
  onSent?: (sent: Sent) => void
  onFailed?: (error: unknown) => void
}

/** Sends one form: it is validated first, sent once at a time, and an error is kept until the next attempt. */
export class Submitter<Name extends string, Sent> {
  /** Updated with each rendering, so that the response reaches the current callbacks. */
  handlers: SubmissionHandlers<Sent> = {}
  #view: SubmitterView<Name> = { tried: false, submission: { state: 'idle' } }
  readonly #listeners = new Listeners()

  readonly subscribe = this.#listeners.add

  getView = (): SubmitterView<Name> => this.#view

  /** Sends the form, unless it is already being sent or is invalid. Never rejects. */
  async submit<Values extends object>(attempt: Attempt<Values, Name, Sent>): Promise<void> {
    const { values, fields } = attempt
    if (isBusy(this.#view.submission)) return
    if (firstFaulty(attempt.errors, fields) !== undefined) return this.#show({ ...this.#view, tried: true })
    this.#show({ tried: false, submission: { state: 'sending' } })
    try {
      const sent = await attempt.send(values)
      const state = sent === null ? 'declined' : attempt.again ? 'idle' : 'sent'
      this.#show({ tried: false, submission: { state } })
      if (sent !== null) this.handlers.onSent?.(sent)
    } catch (error) {
      const errors = serverErrors(error, fields)
      this.#show({ tried: false, submission: { state: 'failed', error, errors, values } })
      this.handlers.onFailed?.(error)
    }
  }

  /** Resets the state when the form starts over. A form that is being sent is not affected. */
  restart = (): void => {
    if (this.#view.submission.state !== 'sending') this.#show({ tried: false, submission: { state: 'idle' } })
  }

  #show(view: SubmitterView<Name>): void {
    this.#view = view
    this.#listeners.notify()
  }
}

interface SubmitterView<Name extends string> {
  /** Whether a person tried to send the form while it was invalid: from then on all errors are shown. */
  tried: boolean
  submission: Submission<Name>
}
