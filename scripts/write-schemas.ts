import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeServersFile } from '../src/server/domain/mcp/place/servers-file.ts'
import { describeModelsFile } from '../src/server/domain/models/place/file/models-file.ts'

/** Writes the schemas in `docs`, by which editors check the operator's files. */
const schemas = { 'models.schema.json': describeModelsFile(), 'mcp.schema.json': describeServersFile() }
for (const [name, schema] of Object.entries(schemas)) {
  const file = fileURLToPath(new URL(`../docs/${name}`, import.meta.url))
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`)
}
