import { useQuery } from '@tanstack/react-query'
import type { StoredPersona } from '../../../../shared/agents/own-persona.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { RestoredNote } from '../../../blocks/form/restored-note.tsx'
import { NotLoaded, Waiting } from '../../../blocks/list/waiting.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import * as agentTexts from '../texts.ts'
import { LorebookFields } from './lorebook-fields.tsx'
import { PersonaFields } from './persona-fields.tsx'
import { personaQuery } from './persona-query.ts'
import * as texts from './texts.ts'
import { TryLore } from './try-lore.tsx'
import { type EditedAgent, usePersonaForm } from './use-persona-form.ts'

/** The persona and the lorebook of an own agent. What is typed survives a reload and a look at other views. */
export default function PersonaEditor({ agentId, onSaved }: EditedAgent) {
  const { data, error, refetch } = useQuery(personaQuery(useApi(), agentId))
  if (error && !data)
    return <NotLoaded title={texts.personaNotLoaded} error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <Waiting words={agentTexts.loadingPersona} look="grid gap-3">
        <div className="skeleton h-24" />
        <div className="skeleton h-24" />
      </Waiting>
    )
  return <PersonaForm agentId={agentId} onSaved={onSaved} stored={data} />
}

function PersonaForm(props: EditedAgent & { stored: StoredPersona }) {
  const edit = usePersonaForm(props)
  const { form, meanwhile, submission } = edit
  return (
    <form {...form.props} aria-label={agentTexts.persona} className="grid gap-7">
      <RestoredNote
        restored={edit.restored ? { lostFile: undefined } : undefined}
        onStartOver={edit.startOver}
      />
      <PersonaFields form={form} />
      <LorebookFields form={form} />
      <TryLore agentId={props.agentId} values={form.values} />
      <div className="grid gap-4 border-t border-line pt-5">
        <FormNotice submission={submission} sent={texts.personaSaved} failed={texts.personaNotSaved} />
        {meanwhile && (
          <Notice tone="bad" title={agentTexts.changedMeanwhile}>
            {texts.personaChangedMeanwhile(meanwhile.version)}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          {meanwhile ? (
            <>
              {/* Not a submit button: Enter in a field must not overwrite another change. */}
              <Button tone="primary" aria-disabled={form.busy} onClick={form.submit}>
                {agentTexts.overwriteAndSave}
              </Button>
              <Button onClick={edit.startOver}>{texts.takeSavedPersona}</Button>
            </>
          ) : (
            <Button type="submit" tone="primary" aria-disabled={form.busy}>
              {submission.state === 'sending' ? texts.saving : texts.savePersona}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
