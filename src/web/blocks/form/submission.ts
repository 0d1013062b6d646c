import { type FieldErrors, firstFaulty, serverErrors } from './field-errors.ts'

/**
 * How far the sending of a form has come. `declined`: the wallet was asked for its signature and the person said no.
 * `sent` lasts until the form is taken away or begins anew.
 */
export type Submission<Name extends string = string> =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'sent' }
  | { state: 'declined' }
  /** `errors`: what the server found wrong with these very values, by field; empty where it belongs to none. */
  | { state: 'failed'; error: unknown; errors: FieldErrors<Name>; values: object }

/** Whether another try to send it would change nothing. */
export const isBusy = ({ state }: Pick<Submission, 'state'>): boolean =>
  state === 'sending' || state === 'sent'

/** What a try to send a form needs to know. */
export interface Attempt<Values extends object, Name extends string, Sent> {
  values: Values
  /** In the order in which the form shows them. */
  fields: readonly Name[]
  /** What is wrong with the values; nothing is sent while something is. */
  errors: FieldErrors<Name>
  /** Null where the person declined to sign. */
  send: (values: Values) => Promise<Sent | null>
  /** Whether the form stays where it is and can be sent again at once; else it waits to be taken away. */
  again?: boolean
}

/** Who is told how a try ended. */
export interface SubmissionHandlers<Sent> {
  onSent?: (sent: Sent) => void
  onFailed?: (error: unknown) => void
}

/** The sending of one form: checked before, one at a time, and what went wrong kept until the next try. */
export class Submitter<Name extends string, Sent> {
  /** Set with each rendering: the answer comes to the form as it is by then. */
  handlers: SubmissionHandlers<Sent> = {}
  #view: SubmitterView<Name> = { tried: false, submission: { state: 'idle' } }
  readonly #listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getView = (): SubmitterView<Name> => this.#view

  /** Sends the form, unless it is being sent or something is wrong with it. It never rejects. */
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

  /** The form begins anew: nothing was tried, nothing is said. One that is being sent goes on. */
  restart = (): void => {
    if (this.#view.submission.state !== 'sending') this.#show({ tried: false, submission: { state: 'idle' } })
  }

  #show(view: SubmitterView<Name>): void {
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}

export interface SubmitterView<Name extends string> {
  /** Whether a form with faults was tried to be sent: from then on all of them are said. */
  tried: boolean
  submission: Submission<Name>
}
