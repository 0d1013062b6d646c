import type { McpServer } from '../../../shared/tools/mcp-servers.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Unfold } from '../../ui/unfold.tsx'
import * as texts from './texts.ts'

/** Shows the whole host that a server leads to before anything of it is opened. */
export default function SignInDialog(props: { server: McpServer; url: string; onClose: () => void }) {
  const { server, url, onClose } = props
  const target = URL.parse(url)
  const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:'
  return (
    <Dialog open title={texts.signInTitle(server.name)} description={texts.signInAbout} onClose={onClose}>
      {target && isWeb ? (
        <div className="grid gap-5">
          <div className="grid gap-2">
            <p className="label text-soft">{texts.opensAt}</p>
            <p className="border-l-2 border-cyan bg-deep px-4 py-3 font-mono text-lg wrap-anywhere">
              {target.host}
            </p>
          </div>
          {target.protocol === 'http:' && <Notice tone="bad" title={texts.notSecure} />}
          <Unfold label={texts.wholeAddress}>
            <p className="font-mono text-13 leading-relaxed text-muted wrap-anywhere">{target.href}</p>
          </Unfold>
          <div className="flex flex-wrap gap-3">
            <a href={target.href} rel="noreferrer" className="button cut hairline button-primary">
              <span className="normal-case">{texts.open(target.host)}</span>
            </a>
            <Button onClick={onClose}>{texts.notNow}</Button>
          </div>
        </div>
      ) : (
        <Notice tone="bad" title={texts.notOpenable} />
      )}
    </Dialog>
  )
}
