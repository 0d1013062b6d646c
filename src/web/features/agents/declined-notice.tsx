import { Notice } from '../../ui/form/notice.tsx'

/** Where the person would not sign: nothing has happened, and nothing is lost. */
export function DeclinedNotice() {
  return (
    <Notice tone="info" title="The wallet did not sign, so nothing was sent.">
      Your signature proves that the agent is yours. It costs nothing. All that you typed is still here.
    </Notice>
  )
}
