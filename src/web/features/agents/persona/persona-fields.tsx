import { useRef } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { Form } from '../../../blocks/form/use-form.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { changeFocus } from '../../../lib/change-focus.ts'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import * as agentTexts from '../texts.ts'
import type { PersonaValues } from './persona-values.ts'
import * as texts from './texts.ts'

/** How an agent opens, sounds and stays in character. */
export function PersonaFields({ form }: { form: Form<PersonaValues, string> }) {
  return (
    <section aria-label={agentTexts.persona} className="grid gap-6">
      <p className="text-15 text-soft">{texts.macros}</p>
      <Greetings form={form} />
      <TextField
        {...form.field('background')}
        label={agentTexts.background}
        hint={texts.backgroundHint}
        rows={3}
      />
      <TextField
        {...form.field('systemPrompt')}
        label={agentTexts.systemPrompt}
        hint={texts.systemPromptHint}
        rows={2}
      />
      <TextField
        {...form.field('exampleMessages')}
        label={agentTexts.exampleMessages}
        hint={texts.exampleMessagesHint}
        rows={3}
      />
      <TextField
        {...form.field('postHistoryInstructions')}
        label={agentTexts.closingInstructions}
        hint={texts.closingInstructionsHint}
        rows={2}
      />
      <TextField {...form.field('nickname')} label={agentTexts.nickname} hint={texts.nicknameHint} />
    </section>
  )
}

function Greetings({ form }: { form: Form<PersonaValues, string> }) {
  const { greetings } = form.values
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const change = (next: PersonaValues['greetings']) => form.change({ greetings: next })
  const remove = (index: number) =>
    changeFocus(
      () => change(greetings.toSpliced(index, 1)),
      () => fieldset.current?.querySelector<HTMLElement>(':scope > button'),
    )
  return (
    <fieldset ref={fieldset} className="grid gap-4">
      <legend className="label mb-3 text-soft">{agentTexts.greetings}</legend>
      <p className="text-sm text-muted">{texts.greetingsAbout}</p>
      {greetings.map(({ id, text }, index) => (
        <div key={id} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              name={`greetings.${index}`}
              label={index === 0 ? texts.firstGreeting : texts.alternativeGreeting(index)}
              rows={2}
              max={limits.personaText}
              value={text}
              error={form.errors[`greetings.${index}`]}
              onChange={(typed) => change(greetings.with(index, { id, text: typed }))}
            />
          </div>
          <IconButton
            label={index === 0 ? texts.removeFirstGreeting : texts.removeAlternative(index)}
            className="mt-7"
            onClick={() => remove(index)}
          >
            <TrashIcon width={16} height={16} />
          </IconButton>
        </div>
      ))}
      {greetings.length < limits.personaGreetings && (
        <Button
          size="small"
          className="justify-self-start max-md:min-h-11"
          onClick={() => change([...greetings, { id: newId(), text: '' }])}
        >
          <PlusIcon width={16} height={16} />
          {texts.addGreeting}
        </Button>
      )}
    </fieldset>
  )
}
