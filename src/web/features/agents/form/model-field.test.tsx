import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../../test/in-document.ts'
import { ApiProvider, createApi } from '../../../lib/http/api.ts'
import { ModelField } from './model-field.tsx'
import { noChoice, typedChoice } from './model-values.ts'

test('the numbers of a model follow the form, as when a version is restored', async () => {
  const { document, show } = inDocument()
  const api = createApi('http://localhost', () => new Promise(() => {}))
  const client = new QueryClient()
  const showChoice = (temperature: number | null, length: number | null) =>
    show(
      <QueryClientProvider client={client}>
        <ApiProvider value={api}>
          <ModelField
            name="model"
            value={typedChoice({ ...noChoice, temperature, length })}
            error={undefined}
            onChange={() => {}}
          />
        </ApiProvider>
      </QueryClientProvider>,
    )
  const numbers = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[type="number"]')].map(({ value }) => value)
  await showChoice(1.2, 400)
  expect(numbers()).toEqual(['1.2', '400'])
  await showChoice(0.5, null)
  expect(numbers()).toEqual(['0.5', ''])
})
