/* Sign-in with external accounts, if any are configured. Plain forms, so they work without script. */
import { Form, useNavigation, useSearchParams } from "react-router";
import type { Provider } from "#core/models/provider.ts";
import { Button } from "../kit/button.tsx";

export function ProviderButtons({ providers }: { providers: readonly Provider[] }) {
  const [search] = useSearchParams();
  const navigation = useNavigation();
  if (providers.length === 0) return null;
  return (
    <div className="mt-8">
      <p
        aria-hidden="true"
        className="flex items-center gap-3 text-ink-faint before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule"
      >
        or
      </p>
      <div className="mt-5 flex flex-col gap-3">
        {providers.map(({ id, name }) => {
          const action = `/auth/sign-in/with/${id}`;
          return (
            <Form key={id} method="post" action={`${action}?${search}`}>
              <Button
                type="submit"
                size="large"
                className="w-full"
                pending={navigation.formAction?.startsWith(`${action}?`) ?? false}
              >
                Continue with {name}
              </Button>
            </Form>
          );
        })}
      </div>
    </div>
  );
}
