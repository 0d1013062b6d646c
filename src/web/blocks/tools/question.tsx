import { type ReactNode, useState } from 'react'
import { withHiddenLetters } from '../../../shared/text/hidden-letters.ts'
import type { ToolCallPart, ToolQuestion } from '../../../shared/tools/tool-fields.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { DecisionButton, DecisionRow } from './decision-button.tsx'
import { type FormField, formFields, initialValues, readForm } from './form-values.ts'
import { useKeptAnswer } from './kept-answers.ts'
import { openable } from './shown-call.ts'
import * as texts from './texts.ts'
import type { DecisionState } from './use-decision.ts'

interface Props {
  part: ToolCallPart
  question: ToolQuestion
  decision: DecisionState
}

/** What a tool asks the person, with a field for each kind of answer. */
export function Question(props: Props) {
  const { question, decision } = props
  return (
    <>
      <p className="max-w-[70ch] text-base leading-[1.6] wrap-anywhere whitespace-pre-wrap">
        {withHiddenLetters(question.text)}
      </p>
      {question.kind === 'address' ? (
        <AddressQuestion question={question} decision={decision} />
      ) : (
        <AnswerForm {...props} />
      )}
    </>
  )
}

/** A text and a choice are forms of one field, which is named `answer`. */
function fieldsOf({ kind, choices = [], form, fields }: ToolQuestion): FormField[] | null {
  if (kind === 'form') return formFields(form, fields)
  const schema = kind === 'choice' ? { enum: choices } : { maxLength: toolLimits.answerCharacters }
  return formFields({
    properties: { answer: { ...schema, type: 'string', title: texts.yourAnswer } },
    required: ['answer'],
  })
}

function AnswerForm({ part, question, decision }: Props) {
  const fields = fieldsOf(question)
  const { values, change, forget } = useKeptAnswer(part.call, initialValues(fields ?? []))
  const [errors, setErrors] = useState<Record<string, string>>({})
  if (!fields)
    return (
      <>
        <p className="text-sm text-warning">{texts.cannotAnswer}</p>
        <Decline decision={decision} />
      </>
    )
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        const read = readForm(fields, values)
        setErrors(read.errors ?? {})
        const first = fields.find(({ name }) => read.errors && Object.hasOwn(read.errors, name))
        if (first) focusField(event.currentTarget, first.name)
        if (read.content) decision.decide({ kind: 'answer', action: 'accept', content: read.content }, forget)
      }}
    >
      {fields.map((field) => (
        <AnswerField
          key={field.name}
          field={field}
          isLong={question.kind === 'text'}
          value={values[field.name]}
          error={errors[field.name] ?? decision.fieldErrors[field.name]}
          onChange={(value) => {
            change(field.name, value)
            setErrors(({ [field.name]: _, ...others }) => others)
          }}
        />
      ))}
      <Decline decision={decision}>
        <Button type="submit" tone="primary" aria-disabled={!decision.canDecide}>
          {texts.answer}
        </Button>
      </Decline>
    </form>
  )
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  const control = field instanceof RadioNodeList ? field[0] : field
  if (control instanceof HTMLElement) control.focus()
}

function AnswerField(props: {
  field: FormField
  isLong: boolean
  value: string | boolean | undefined
  error: string | undefined
  onChange: (value: string | boolean) => void
}) {
  const { field, value, error, onChange } = props
  const { name, hint, required } = field
  const label = withHiddenLetters(field.label)
  if (field.kind === 'boolean')
    return <CheckboxField name={name} label={label} hint={hint} value={value === true} onChange={onChange} />
  if (field.kind === 'choice')
    return (
      <ChoiceField
        {...{ name, label, required, onChange }}
        look={field.choices.some((choice) => choice.label.length > 24) ? 'cards' : 'chips'}
        choices={field.choices}
        value={String(value ?? '')}
        error={error}
      />
    )
  return (
    <TextField
      {...{ name, label, hint, required, error, onChange }}
      {...(props.isLong && { rows: 3 })}
      {...(field.kind !== 'text' && { inputMode: 'decimal' })}
      value={String(value ?? '')}
    />
  )
}

function Decline({ decision, children }: { decision: DecisionState; children?: ReactNode }) {
  return (
    <DecisionRow>
      {children}
      <DecisionButton of={decision} decision={{ kind: 'answer', action: 'decline' }} tone="quiet">
        {texts.decline}
      </DecisionButton>
    </DecisionRow>
  )
}

/** The whole host stands there before anything is opened, in the form in which no letter looks like another. */
function AddressQuestion({ question, decision }: Omit<Props, 'part'>) {
  const [isOpened, setOpened] = useState(false)
  const url = openable(question.url)
  if (!url)
    return (
      <>
        <p className="text-sm text-warning">{texts.notAnAddress}</p>
        <Decline decision={decision} />
      </>
    )
  return (
    <>
      <p className="text-sm leading-[1.6] text-soft">
        {`${texts.opensHost} `}
        <span className="font-mono wrap-anywhere text-text">{url.host}</span>
        <span className="mt-1 block font-mono text-13 wrap-anywhere text-muted">{url.href}</span>
      </p>
      <Decline decision={decision}>
        <a
          href={url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className={`button cut hairline ${isOpened ? '' : 'button-primary'}`}
          onClick={() => setOpened(true)}
        >
          {texts.openPage}
        </a>
        {isOpened && (
          <DecisionButton of={decision} decision={{ kind: 'answer', action: 'accept' }} tone="primary">
            {texts.havingOpened}
          </DecisionButton>
        )}
      </Decline>
    </>
  )
}
