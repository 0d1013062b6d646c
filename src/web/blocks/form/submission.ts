import { Listeners } from '../../lib/listeners.ts'
import { type FieldErrors, firstFaulty, serverErrors } from './field-errors.ts'

/** `declined`: the person refused the signature. `sent` lasts until the form is removed or starts over. */
export type Submission<Name extends string = string> =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'sent' }
  | { state: 'declined' }
  /** `errors` are the server's, for exactly these values; empty if the error belongs to no field. */
  | { state: 'failed'; error: unknown; errors: FieldErrors<Name>; values: object }

export const isBusy = ({ state }: Pick<Submission, 'state'>): boolean =>
  state === 'sending' || state === 'sent'

export interface Attempt<Values extends object, Name extends string, Sent> {
  values: Values
  fields: readonly Name[]
  /** If a field of the form has one, nothing is sent. */
  errors: FieldErrors<Name>
  /** Null if the person declined to sign. */
  send: (values: Values) => Promise<Sent | null>
  /** The form stays open and can be sent again at once, instead of staying `sent` until it is removed. */
  again?: boolean
}

export interface SubmissionHandlers<Sent> {
  onSent?: (sent: Sent) => void
  onFailed?: (error: unknown) => void
}

/** Validates and sends one form, once at a time; keeps an error until the next attempt. */
export class Submitter<Name extends string, Sent> {
  /** Updated with each rendering, so that the response reaches the current callbacks. */
  handlers: SubmissionHandlers<Sent> = {}
  #view: SubmitterView<Name> = { tried: false, submission: { state: 'idle' } }
  readonly #listeners = new Listeners()

  readonly subscribe = this.#listeners.add

  getView = (): SubmitterView<Name> => this.#view

  /** Does nothing while the form is being sent or is invalid. Never rejects. */
  async submit<Values extends object>(attempt: Attempt<Values, Name, Sent>): Promise<void> {
    const { values, fields } = attempt
    if (isBusy(this.#view.submission)) return
    if (firstFaulty(attempt.errors, fields) !== undefined)
      return this.#show({ tried: true, submission: { state: 'idle' } })
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

  /** Does not affect a form that is being sent. */
  restart = (): void => {
    if (this.#view.submission.state !== 'sending') this.#show({ tried: false, submission: { state: 'idle' } })
  }

  #show(view: SubmitterView<Name>): void {
    this.#view = view
    this.#listeners.notify()
  }
}

interface SubmitterView<Name extends string> {
  /** A person tried to send the invalid form: from then on all errors are shown. */
  tried: boolean
  submission: Submission<Name>
}
