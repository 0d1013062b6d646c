import { useState } from 'react'
import { isUnsettled, type RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import * as realmTexts from '../texts.ts'
import type { Problem } from './shown-message.ts'
import * as texts from './texts.ts'

/** Asks for confirmation before the text of a message is removed, which can't be undone. */
export default function RemoveDialog(props: {
  message: RealmMessage
  remove: (message: RealmMessage) => Promise<Problem>
  onClose: () => void
}) {
  const { message } = props
  const [removing, setRemoving] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const remove = async () => {
    setRemoving(true)
    setProblem(undefined)
    const found = await props.remove(message)
    if (found === undefined) return props.onClose()
    setRemoving(false)
    setProblem(found)
  }
  return (
    <Dialog
      open
      width="narrow"
      title={texts.removeTitle}
      description={isUnsettled(message) ? texts.removeRunningAbout : texts.removeAbout}
      onClose={props.onClose}
    >
      <div className="grid gap-5">
        <p className="line-clamp-3 border-l-2 border-line-strong pl-3 text-sm wrap-anywhere text-soft">
          {message.content}
        </p>
        {problem && (
          <Notice tone="bad" title={texts.notRemoved}>
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button tone="danger" aria-disabled={removing} onClick={() => removing || void remove()}>
            {removing ? texts.removing : texts.remove}
          </Button>
          <Button onClick={props.onClose}>{realmTexts.keep}</Button>
        </div>
      </div>
    </Dialog>
  )
}
