import { limits } from '../../../../shared/common/limits.ts'
import { fileProblem, sizeOf } from '../../../blocks/files/chosen-file.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { DocumentRow } from './document-row.tsx'
import { DropFiles } from './drop-files.tsx'
import * as texts from './texts.ts'
import { type ChosenDocument, chooseDocuments } from './upload-document.ts'

/** The documents chosen for an agent that does not exist yet; they are uploaded after its creation. */
export function ChosenDocuments(props: {
  chosen: readonly ChosenDocument[]
  onChange: (chosen: readonly ChosenDocument[]) => void
}) {
  const { chosen, onChange } = props
  return (
    <section aria-label={texts.heading} className="grid gap-2">
      <p className="label text-soft">{texts.heading}</p>
      <DropFiles onFiles={(files) => onChange([...chosen, ...chooseDocuments(files)])}>
        {texts.chosenHint(sizeOf(limits.sourceBytes))}
      </DropFiles>
      {chosen.length > 0 && (
        <ul className="divide-y divide-line">
          {chosen.map(({ id, file }) => {
            const problem = fileProblem(file, limits.sourceBytes)
            return (
              <DocumentRow
                key={id}
                name={file.name}
                size={sizeOf(file.size)}
                state={problem ?? texts.uploadedLater}
                tone={problem === undefined ? 'quiet' : 'bad'}
                actions={
                  <IconButton
                    label={texts.leaveOut(file.name)}
                    onClick={() => onChange(chosen.filter((other) => other.id !== id))}
                  >
                    <CloseIcon width={16} height={16} />
                  </IconButton>
                }
              />
            )
          })}
        </ul>
      )}
    </section>
  )
}
