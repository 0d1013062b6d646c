import { limits } from '../../../../shared/common/limits.ts'
import type { Form } from '../../../blocks/form/use-form.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import type { PersonaValues } from './persona-values.ts'

/** How an agent opens, sounds and stays in character. */
export function PersonaFields({ form }: { form: Form<PersonaValues, string> }) {
  return (
    <section aria-label="Persona" className="grid gap-6">
      <p className="text-[15px] text-soft">
        In every text {'{{char}}'} stands for the agent and {'{{user}}'} for the person it talks with.
      </p>
      <Greetings form={form} />
      <TextField
        {...form.field('background')}
        label="Background"
        hint="More about the character and the scene. It follows the personality."
        rows={3}
      />
      <TextField
        {...form.field('systemPrompt')}
        label="System prompt"
        hint="Stands before the personality, in place of capabilities and domains. {{original}} includes all of them."
        rows={2}
      />
      <TextField
        {...form.field('exampleMessages')}
        label="Example messages"
        hint="Dialogue that shows how it speaks. <START> begins each example."
        rows={3}
      />
      <TextField
        {...form.field('postHistoryInstructions')}
        label="Closing instructions"
        hint="Follow the newest message of every question."
        rows={2}
      />
      <TextField
        {...form.field('nickname')}
        label="Nickname"
        hint="What {{char}} stands for, if not the agent’s name."
      />
    </section>
  )
}

function Greetings({ form }: { form: Form<PersonaValues, string> }) {
  const { greetings } = form.values
  const change = (next: PersonaValues['greetings']) => form.change({ greetings: next })
  return (
    <fieldset className="grid gap-4">
      <legend className="label mb-3 text-soft">Greetings</legend>
      <p className="text-sm text-muted">
        A conversation opens with the first; readers can turn to the others before they say something.
      </p>
      {greetings.map(({ id, text }, index) => (
        <div key={id} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              name={`greetings.${index}`}
              label={index === 0 ? 'First greeting' : `Alternative ${index}`}
              rows={2}
              max={limits.personaText}
              value={text}
              error={form.errors[`greetings.${index}`]}
              onChange={(typed) => change(greetings.with(index, { id, text: typed }))}
            />
          </div>
          <IconButton
            label={index === 0 ? 'Remove the first greeting' : `Remove alternative ${index}`}
            className="mt-7"
            onClick={() => change(greetings.toSpliced(index, 1))}
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
          Add a greeting
        </Button>
      )}
    </fieldset>
  )
}
