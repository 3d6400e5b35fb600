/* The application with the scriptable model behind it, and a signed-in person. */
import { startApp, type TestApp, type TestPerson } from "./app.ts";
import { startMockModel, type MockModel } from "./mock-model.ts";

/** Closing the application stops the model, too. */
export async function startAppWithModel(
  settings: Record<string, string> = {},
): Promise<{ app: TestApp; mock: MockModel; me: TestPerson }> {
  const mock = await startMockModel();
  const app = await startApp({ MODEL_SERVER_URL: `${mock.url}/v1`, ...settings });
  const close = async () => {
    await app.close();
    await mock.stop();
  };
  return { app: { ...app, close }, mock, me: await app.person() };
}
