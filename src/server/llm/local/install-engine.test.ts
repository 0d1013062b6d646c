import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { installEngine } from './install-engine.ts'

test('where the engine’s list of packages is missing, as in the image, that is said, and npm is not started', async () => {
  await expect(installEngine(temporaryFolder())).rejects.toThrow(
    'This image does not run models itself. Start a model server beside it, and name it in OPENAI_BASE_URL.',
  )
})
