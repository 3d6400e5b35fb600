/* Model servers found on this machine, each connected with one button. */
import { Form, useNavigation } from "react-router";
import type { FoundServer } from "#core/models/connection.ts";
import { Button } from "../kit/button.tsx";
import { SettingsSection } from "../settings/settings-page.tsx";

export function FoundServers({ found }: { found: readonly FoundServer[] }) {
  const navigation = useNavigation();
  return (
    <SettingsSection
      title="Found on this machine"
      lead="A model that runs here needs no key, and what you write stays on this machine."
    >
      <ul aria-label="Found on this machine">
        {found.map(({ name, address, models }) => (
          <li key={address} className="flex items-center gap-4 border-t border-rule py-3.5">
            <div className="min-w-0 flex-1">
              <p className="text-base font-medium">{name}</p>
              <p className="text-ink-faint wrap-anywhere">
                {new URL(address).host} · {models === 0 ? "no models yet" : models === 1 ? "1 model" : `${models} models`}
              </p>
              {models === 0 && <p className="mt-0.5 text-ink-soft">Load a model there, then reload this page.</p>}
            </div>
            {models > 0 && (
              <Form method="post">
                <input type="hidden" name="intent" value={`use ${address}`} />
                <input type="hidden" name="provider" value="compatible" />
                <input type="hidden" name="address" value={address} />
                <input type="hidden" name="name" value={name} />
                <Button
                  type="submit"
                  variant="primary"
                  aria-label={`Use ${name}`}
                  pending={navigation.formData?.get("intent") === `use ${address}`}
                >
                  Use
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
