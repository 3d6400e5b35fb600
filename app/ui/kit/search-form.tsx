import { Search } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { TextField } from "./text-field.tsx";

const pauseMs = 250;

type SearchFormProps = {
  label: string;
  /** Otherwise the label. */
  placeholder?: string;
  query: string | undefined;
  className?: string;
  /** Hidden fields and further choices that narrow the list. */
  children?: ReactNode;
};

/** Searches a list. It works without script; with it, the list follows as one types. */
export function SearchForm({ label, placeholder = label, query, className = "mt-6", children }: SearchFormProps) {
  const submit = useSubmit();
  const navigation = useNavigation();
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Form
      role="search"
      className={`${className} flex flex-col gap-3`}
      onChange={(event) => {
        const form = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = window.setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), pauseMs);
      }}
      aria-busy={navigation.state === "loading" || undefined}
    >
      <TextField
        label={label}
        hideLabel
        type="search"
        name="query"
        placeholder={placeholder}
        defaultValue={query}
        maxLength={200}
        start={<Search />}
      />
      {children}
    </Form>
  );
}
