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

interface FormOptions<Values extends object, Name extends string, Sent>
  extends Omit<Attempt<Values, Name, Sent>, 'errors'>,
    SubmissionHandlers<Sent> {
  /** The caller must replace `values` by a new object on every change. */
  onChange: (changed: Partial<Values>) => void
  /** Empty if the form can be sent. */
  check: (values: Values) => FieldErrors<NoInfer<Name>>
  /** In characters. A longer text shows its error at once; other errors show after an attempt to send. */
  max?: FieldMaxima<NoInfer<Name>>
  isBlocked?: boolean
  /** Something of the form is still being made, for a moment: a submit waits for it. */
  isPreparing?: boolean
  /** Nothing can be typed. By default while the form is being sent and after it, since it closes then, unless `again`. */
  isLocked?: boolean
  /** Further errors that are shown before an attempt to send. */
  early?: (found: FieldErrors<NoInfer<Name>>) => FieldErrors<NoInfer<Name>>
}

export interface Form<Values extends object, Name extends string> {
  values: Values
  change: (changed: Partial<Values>) => void
  field: <Field extends keyof Values & string>(name: Field) => FieldProps<Values[Field]>
  errors: FieldErrors<Name>
  submission: Submission<Name>
  /** Sending is impossible now: the form is being sent, was sent, or is blocked. */
  busy: boolean
  submit: () => void
  focus: (name: Name | undefined) => void
  restart: () => void
  props: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
}

const TYPED = 'textarea, input:not([type="radio"], [type="checkbox"], [type="file"])'

/**
 * The hook that all forms use. The caller holds the values, in a `useState`, a draft (`form-draft.ts`) or its own
 * store. It depends on nothing in the DOM except the `name` of each control, so it can be part of a first paint.
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

  const focus = useFocus(element, submission, fields)

  // Text that was typed before hydration becomes part of the form.
  const adopt = useEffectEvent(() => {
    const typed: Record<string, string> = {}
    for (const { name, value } of element.current?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])
      if (value !== '' && (values as Record<string, unknown>)[name] === '') typed[name] = value
    if (Object.keys(typed).length > 0) onChange(typed as Partial<Values>)
  })
  useEffect(() => adopt(), [])

  const isPreparing = options.isPreparing === true
  const busy = isBusy(submission) || options.isBlocked === true
  const isLocked = options.isLocked ?? (isBusy(submission) && !options.again)
  const change: typeof onChange = (changed) => isLocked || onChange(changed)
  const waits = useRef(false)
  const submit = () => {
    if (busy) return
    waits.current = isPreparing
    if (isPreparing) return
    void submitter.submit({ ...options, errors: found })
    focus(firstFaulty(found, fields))
  }
  // Not of a form that was closed meanwhile.
  const submitWaiting = useEffectEvent(() => {
    if (waits.current && element.current) submit()
    waits.current = false
  })
  useEffect(() => {
    if (!isPreparing) submitWaiting()
  }, [isPreparing])
  return {
    values,
    change,
    field: (name) => ({
      name,
      value: values[name],
      onChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
      error: errors[name as string as Name],
      max: max[name as string as Name],
      readOnly: isLocked,
    }),
    errors,
    submission,
    busy,
    submit,
    focus,
    restart: () => {
      waits.current = false
      submitter.restart()
    },
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

function useFocus<Name extends string>(
  element: RefObject<HTMLFormElement | null>,
  submission: Submission<Name>,
  fields: readonly Name[],
) {
  const focus = (name: Name | undefined) => {
    if (name === undefined) return
    const control = element.current?.querySelector<HTMLElement>(`[name="${name}"]`)
    // A control in a closed section can't take the focus.
    const section = control?.closest('details')
    if (section) section.open = true
    control?.focus()
  }
  const focusRefused = useEffectEvent(() => {
    if (submission.state === 'failed') focus(firstFaulty(submission.errors, fields))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to its first field, once
  useEffect(() => focusRefused(), [submission])
  return focus
}
