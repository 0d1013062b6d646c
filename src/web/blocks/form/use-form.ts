import {
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { FieldProps } from '../../ui/form/field.tsx'
import { type FieldErrors, type FieldMaxima, firstFaulty, tooLong } from './field-errors.ts'
import { type Attempt, isBusy, type Submission, type SubmissionHandlers, Submitter } from './submission.ts'

export interface FormOptions<Values extends object, Name extends string, Sent>
  extends Omit<Attempt<Values, Name, Sent>, 'errors'>,
    SubmissionHandlers<Sent> {
  /** What stands in the form; it is another object whenever something in it is another. */
  onChange: (changed: Partial<Values>) => void
  /** What is wrong with the form, by field, as the shared schema says it; nothing where it can be sent. */
  check: (values: Values) => FieldErrors<NoInfer<Name>>
  /** How many characters the text fields can have: more is said at once, everything else once sending was tried. */
  max?: FieldMaxima<NoInfer<Name>>
  /** Whether it can't be sent now. */
  isBlocked?: boolean
  /** What else is said at once, of what is wrong or besides it. */
  early?: (found: FieldErrors<NoInfer<Name>>) => FieldErrors<NoInfer<Name>>
}

/** A form on the screen: what its fields get, what is wrong with it, and how far its sending has come. */
export interface Form<Values extends object, Name extends string> {
  values: Values
  change: (changed: Partial<Values>) => void
  /** What one of the fields gets: spread it on the field's component. */
  field: <Field extends keyof Values & string>(name: Field) => FieldProps<Values[Field]>
  /** What is to be said at each field. */
  errors: FieldErrors<Name>
  submission: Submission<Name>
  /** Whether another try to send it would do nothing. */
  busy: boolean
  submit: () => void
  /** Gives a field the focus. */
  focus: (name: Name | undefined) => void
  restart: () => void
  /** What the form element gets. */
  props: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
}

/** The controls that are typed into. */
const TYPED = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"])'

/**
 * The one way to write a form. Whoever uses it holds the values, in a `useState`, a draft (`form-draft.ts`) or a store of
 * their own; the form checks them, sends them once at a time, puts what is wrong at its field, and leads there.
 * It needs no library and no DOM but the `name` of each control, so it can be part of a first paint.
 */
export function useForm<Values extends object, Name extends string, Sent>(
  options: FormOptions<Values, Name, Sent>,
): Form<Values, Name> {
  const { values, onChange, fields } = options
  const max: FieldMaxima<Name> = options.max ?? {}
  const element = useRef<HTMLFormElement>(null)
  const [submitter] = useState(() => new Submitter<Name, Sent>())
  const { tried, submission } = useSyncExternalStore(
    submitter.subscribe,
    submitter.getView,
    submitter.getView,
  )
  useLayoutEffect(() => {
    submitter.handlers = options
  })
  const found = options.check(values)
  const refused = submission.state === 'failed' && submission.values === values ? submission.errors : {}
  const errors: FieldErrors<Name> = {
    ...options.early?.(found),
    ...tooLong(found, values, max),
    ...refused,
    ...(tried && found),
  }

  const focus = (name: Name | undefined) => {
    if (name !== undefined) element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }
  const focusRefused = useEffectEvent(() => {
    if (submission.state === 'failed') focus(firstFaulty(submission.errors, fields))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to its first field, once
  useEffect(() => focusRefused(), [submission])

  // What was typed before the page came alive is part of the form.
  const adopt = useEffectEvent(() => {
    const typed: Record<string, string> = {}
    for (const { name, value } of element.current?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])
      if (value !== '' && (values as Record<string, unknown>)[name] === '') typed[name] = value
    if (Object.keys(typed).length > 0) onChange(typed as Partial<Values>)
  })
  useEffect(() => adopt(), [])

  const busy = isBusy(submission) || options.isBlocked === true
  const submit = () => {
    if (busy) return
    void submitter.submit({ ...options, errors: found })
    focus(firstFaulty(found, fields))
  }
  return {
    values,
    change: onChange,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => onChange({ [name]: value } as unknown as Partial<Values>),
      error: errors[name as string as Name],
      max: max[name as string as Name],
    }),
    errors,
    submission,
    busy,
    submit,
    focus,
    restart: submitter.restart,
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        submit()
      },
    },
  }
}
