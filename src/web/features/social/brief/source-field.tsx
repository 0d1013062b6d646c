import { useId, useState } from 'react'
import { changeFocus } from '../../../lib/change-focus.ts'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import * as texts from '../texts.ts'

/** The field for the text of a link; folded until it is opened, or has a text. */
export function SourceField(field: FieldProps<string>) {
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const open = unfolded || field.value !== ''
  return (
    <>
      {!open && (
        <button
          type="button"
          aria-expanded={false}
          aria-controls={id}
          onClick={() =>
            changeFocus(
              () => setUnfolded(true),
              () => document.getElementById(id)?.querySelector('textarea'),
            )
          }
          className="-mx-2 inline-flex min-h-8 items-center gap-2 justify-self-start px-2 text-13 text-muted transition-colors hover:text-cyan max-md:min-h-11"
        >
          <PlusIcon width={15} height={15} />
          {texts.addSource}
        </button>
      )}
      <div id={id} hidden={!open} className="mt-2">
        {open && <TextField {...field} label={texts.source} hint={texts.sourceHint} rows={3} />}
      </div>
    </>
  )
}
