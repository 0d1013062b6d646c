/** The suite starts this for each scenario; what it asks for is done by the program that started the suite. */
const {
  DRIVER_ADDRESS = '',
  MCP_CONFORMANCE_SCENARIO: name = '',
  MCP_CONFORMANCE_CONTEXT = '{}',
} = process.env
const answer = await fetch(DRIVER_ADDRESS, {
  method: 'POST',
  body: JSON.stringify({ name, address: process.argv.at(-1), context: JSON.parse(MCP_CONFORMANCE_CONTEXT) }),
})
const said = await answer.text()
if (said !== '') process.stderr.write(`${said}\n`)
process.exitCode = answer.ok ? 0 : 1
